"""Sentences of the frame 陈述 (Statement): a target verb and the roles around it.

A sentence is put together from pieces, each a phrase with its role or none. Which
pieces a verb takes, and in which order, depends on its class, as in real frames:
说 likes direct speech, 公布 takes a noun phrase, 否认 a clause about oneself.
"""

import re
from dataclasses import dataclass, field, replace

from draw import Draw, lines
from zh_scenes import COMMON, SCENES, Scene

SPEAKER, MESSAGE, TOPIC, ADDRESSEE, MEDIUM = "说话者", "信息", "话题", "听话者", "媒介"
MANNER, TIME, PLACE, DEGREE, PURPOSE = "方式", "时间", "空间", "程度", "目的"
OPTIONAL = (ADDRESSEE, MEDIUM, MANNER, TIME, PLACE, DEGREE, PURPOSE)  # what an annotator may overlook
TARGET = "target"  # marks the piece that is the target verb
N_SENTENCES = 1603

Piece = tuple[str, str | None]  # words apart by a space; role, TARGET or None

# Clauses that fit any scene, by what kind of statement they are.
CLAUSES = {
    "generic": lines(
        """自己 一定 会 努力 的|这 是 大家 共同 努力 的 结果|事情 没有 那么 简单|一切 都 会 好 起来 的
            现在 下 结论 还 太 早
        没有 什么 可 担心 的|非常 感谢 大家 的 支持|愿意 为 此 承担 责任|对 这样 的 结果 感到 满意
        决 不 会 轻易 放弃|这 只 是 一 个 误会
        还 要 再 等 一 等|这 件 事 与 别人 无关|欢迎 大家 提 意见|已经 尽 了 最 大 的 努力
        这样 做 对 大家 都 有 好处|困难 是 暂时 的
        会 认真 考虑 大家 的 建议|自己 从来 没有 后悔 过|问题 很快 就 会 得到 解决|目前 还 不 能 确定
        事先 并 不 知道 这 件 事
        对 未来 充满 信心|这 件 事 不 能 再 拖 下去 了|先 把 眼前 的 事情 做 好|谁 也 没有 想到 会 这样"""
    ),
    "fault": lines(
        """自己 在 工作 中 有 疏忽|这 次 失误 是 自己 造成 的|事先 没有 做 好 准备
            这 件 事 处理 得 不够 妥当|没有 及时 把 情况 告诉 大家
        自己 当时 说 了 假话|曾经 收 过 对方 的 礼物|管理 上 存在 {holes}|当初 的 决定 过于 草率
        自己 对 困难 估计 不足|计划 没有 按时 完成
        自己 有 一定 的 责任|账目 上 有 {few} 处 错误|自己 拿 走 了 那 笔 钱|与 对方 有 过 接触
        这 份 材料 是 后来 补 写 的"""
    ),
    "denial": lines(
        """自己 认识 那 个 人|收 过 对方 的 {gift}|与 此 事 有关|曾经 说 过 这样 的 话|那 天 去 过 现场
            有 过 这样 的 打算|双方 正在 谈判
        内部 存在 矛盾|自己 将 要 离开|改动 过 {few} 处 数据|事先 得到 过 消息|签 过 这样 的 协议
        外界 的 种种 传闻|给 过 对方 任何 承诺"""
    ),
    "boast": lines(
        """自己 走 遍 了 全 国|自己 认识 很 多 名人|自己 的 手艺 天下 第一|没有 自己 办 不 成 的 事
            一 个 人 就 能 完成 全部 工作
        用 不 了 {few} 天 就 能 学会|自己 从来 没有 输 过|这 种 办法 能 治 百 病
        自己 的 产品 谁 也 比 不 上|家里 有 {n} 套 房子"""
    ),
    "claim": lines(
        """自己 是 受 人 委托|掌握 了 重要 证据|自己 对 此 毫 不 知情|已经 找到 了 解决 办法
            当时 根本 不 在 现场|自己 才 是 真正 的 主人
        这 种 产品 没有 任何 副作用|{n} 天 就 能 见 效|自己 受到 了 不 公正 的 对待
        所有 手续 都 是 合法 的|对方 先 动 的 手|这 是 祖 上 传 下来 的
        是 对方 先 违反 了 协议|手里 有 {few} 份 原始 文件"""
    ),
    "identity": lines(
        """是 公司 的 经理|是 他 的 老 同学|会 说 {few} 门 外语|受 过 专业 训练|是 一 个 普通 人
            家里 有 急事|是 从 {city} 来 的|当 过 {few} 年 兵
        身体 不 舒服|是 这 家 店 的 老板"""
    ),
    "threat": lines(
        """要 把 事情 闹 大|要 到 法院 告 对方|决 不 让步|三 天 之内 要 讨 回 公道|要 退出 这 次 活动
            不 达 目的 决 不 罢休|要 让 对方 付出 代价
        要 向 上级 反映|马上 就 要 辞职"""
    ),
    "excuse": lines(
        """自己 不 是 故意 的|当时 没有 看清|只 是 一时 糊涂|事先 并 不 知情|这 完全 是 一 场 误会
            那 笔 钱 是 借 来 的|自己 也 是 受害者
        是 别人 让 自己 这样 做 的|时间 实在 太 紧|这样 做 是 为了 大家 好"""
    ),
    "sigh": lines(
        """时间 过 得 真 快|家乡 的 变化 太 大 了|人才 实在 难得|现在 的 年轻人 真 了不起
            能 坚持 下来 很 不 容易|还是 家乡 好|世界 变化 太 快
        人 与 人 之间 的 信任 最 重要|自己 真 的 老 了|好 日子 来 得 不 容易|这 一 路 走 来 太 难 了"""
    ),
    "future": lines(
        """再 过 {few} 年 情况 会 有 根本 的 改变|这 项 计划 不 会 成功|价格 还 会 继续 上涨
            这样 下去 会 出 大 问题|对方 一定 会 让步
        问题 很快 就 会 解决|他 将来 一定 有 出息|今年 的 形势 会 比 {last} 好
        {city} 将 成为 一 座 新 的 旅游 城市|这 种 做法 迟早 会 被 淘汰"""
    ),
}
NOUNS = {
    "heart": lines(
        """自己 的 苦衷|心中 的 委屈|多年 的 心事|内心 的 痛苦|对 亲人 的 思念|家里 的 困难|生活 的 艰辛
            自己 的 理想|离别 后 的 思念
        自己 的 不幸 遭遇|心里 的 烦恼|对 家乡 的 感情"""
    ),
    "secret": lines(
        """事情 的 真相|公司 的 内幕|对方 的 谎言|造假 的 过程|事故 背后 的 原因|有关 细节
            一些 不 为 人 知 的 事实|合同 的 部分 内容|双方 谈判 的 内幕
        骗子 的 手法|账目 中 的 问题"""
    ),
    "view": lines(
        """自己 的 看法|三 点 建议|不同 的 意见|新 的 方案|辞职 的 请求|赔偿 要求|一 个 大胆 的 设想
            几 个 问题|自己 的 疑问|改进 的 办法|工作 计划
        自己 的 主张"""
    ),
    "stance": lines(
        """自己 的 立场|这 一 原则|按时 完成 任务 的 重要性|安全 生产 的 重要性|合作 的 意义|一贯 的 主张
        质量 的 重要性|基础 研究 的 价值"""
    ),
    "news": lines("这 一 消息|有关 细节|双方 接触 的 情况|事故 的 有关 情况|合作 的 部分 内容"),
    "rumour": lines("外界 的 种种 传闻|对方 的 指控|这 一 说法|有关 报道|这 种 可能性|媒体 的 猜测"),
    "theory": lines(
        """这 一 理论 的 意义|自己 的 观点|改革 的 必要性|环境 与 健康 的 关系|教育 公平 的 重要性
            人工 智能 的 发展 前景|气候 变化 的 影响
        合作 的 基础|自己 的 基本 立场|科学 发展 的 规律|艺术 与 生活 的 关系|农村 发展 的 方向
        产品 质量 与 企业 信誉 的 关系|城市 规划 的 原则
        保护 文物 的 意义|体育 与 教育 的 关系|依法 办 事 的 重要性"""
    ),
    "crime": lines(
        """作案 经过|自己 的 问题|赃款 的 去向|全部 事实|与 同伙 的 关系|自己 的 错误|事情 的 全部 经过"""
    ),
    "relay": lines(
        """会议 精神|上级 的 指示|老师 的 话|对方 的 意见|父母 的 嘱托|领导 的 意见|大家 的 要求|会议 的 决定
        家人 的 问候"""
    ),
    "summary": lines(
        """半年 来 的 工作|这 次 活动 的 经验|大家 的 主要 观点|失败 的 教训|这 篇 文章 的 主要 内容
            双方 的 分歧|会议 的 主要 精神|前 一 阶段 的 情况
        各 方面 的 意见"""
    ),
    "evidence": lines(
        """大量 事实|一 组 数据|几 个 例子|种种 困难|对方 的 {n} 条 错误|近年 来 取得 的 成绩|几 条 理由
        {few} 种 可能 的 原因"""
    ),
    "lesson": lines(
        """有关 政策|科学 知识|安全 知识|法律 知识|英雄 的 事迹|防火 知识|操作 规程|基本 原理|党 的 政策"""
    ),
    "view_of": lines(
        """这 件 事|这 部 作品|双方 的 做法|这 种 现象|对方 的 表现|{last} 的 工作|这 场 风波|外界 的 反应"""
    ),
}
EXTRA = {
    "holes": lines("漏洞|不少 问题|一些 缺陷"),
    "gift": lines("礼物|红包|好处费|钱 物"),
    "weekday": lines("星期一|星期二|星期三|星期五|周末"),
    "month": lines("一月|三月|四月|五月|六月|八月|十月|十二月"),
    "day": lines("一日|三日|五日|九日|十二日|十八日|二十日|二十六日"),
}

# Which of a scene's topics go with verbs of a class: one does not narrate a policy.
FITTING = {
    "narrate": re.compile(
        "经过|过程|情景|经历|生活|故事|情况|命运|来历|景象|遭遇|变化|道路|现状|感受|来龙去脉|历史"
    ),
    "explain": re.compile("原因|问题|情况|原理|特点|过程|经过|方法|政策|意义|用途|来历|条件|变化|规划"),
    "introduce": re.compile(
        "情况|经过|过程|经历|经验|方法|技术|前景|特点|历史|规划|性能|原理|用途|来历|变化|现状|制度|观点|安排|好处|意义|工作"
    ),
}

LEADERS = re.compile("长|主任|经理|主席|负责人|发言人|领队|教练|导演|支书|院士|我们|他们")
NEWS = lines(
    """本报|晚报|日报|电视台|当地 媒体|多家 媒体|{city} 日报|{city} 电视台|《 {city} 晚报 》|一 家 外国 媒体
    本台 记者|本报 记者 {name}"""
)
PRONOUNS = lines("他|她|他|她|他们|我|我们|大家|有人|对方|{name}|{name}|{name}")
MODIFIERS = lines(
    """一直 没有 说话 的|刚刚 赶到 现场 的|昨天 刚 从 外地 回来 的|在 会 上 第一 个 发言 的|坐 在 一旁 的
        熟悉 情况 的|参加 了 讨论 的
    向 警方 报案 的|不 愿 留下 姓名 的|为 此 准备 了 {few} 年 的|多次 到 现场 调查 的|对 此 很 不 满意 的
    {past} 才 到任 的|最 先 得到 消息 的
    在 {city} 工作 的|从 {city} 来 的|与 {name} 一起 工作 过 的|昨天 没有 到 会 的|给 报社 写 过 信 的
    听 到 消息 赶 来 的|接受 采访 的|长期 关注 此 事 的
    从事 这 项 工作 多年 的|今年 {age} 岁 的|负责 这 项 工作 的|站 在 门口 的"""
)
EXTRA["year"] = lines("二〇一八年|二〇一九年|二〇二〇年|二〇二一年|二〇二二年 {month}|二〇二三年 {month}")
EXTRA["age"] = lines("二十八|三十五|四十二|五十六|六十八|七十三")
TIMES = lines(
    """昨天|今天|日前|近日|昨天 下午|今天 上午|上周|{weekday}|{month} {day}|几 天 前|不久 前|后来
        当天 晚上|去年 年底|前天|昨晚|最近|{past}
    第二 天|事后|这时|{year}|刚才|今天 早上|{weekday} 晚上|{month} 初|前 几 天|去年 夏天|那 天
    {month} {day} 上午|很 久 以前|一 年 前
    当时|过 了 {few} 天|{few} 个 月 前|早 在 {few} 年 前|{month} {day} 晚|春节 期间|放假 前|同 一 天"""
)
TIME_CLAUSES = lines(
    """会议 结束 后|在 接受 记者 采访 时|在 接受 本报 记者 采访 时|得知 消息 后|离开 之前|消息 传开 后
        谈 话 结束 时|吃 饭 的 时候|看 完 材料 后
    第一 次 见面 时|临 走 时|在 回答 提问 时|回到 家 后|经过 {few} 天 的 调查 后|讨论 到 一半 时|签字 之后
    听 完 汇报/n 后|离开 {city} 的 前 一 天|被 问及 此 事 时|说 这 话 之前|当 他 走 到 门口 时
    从 {city} 回来 以后|休息 了 一会儿 后|在 谈话 快 结束 时|上 飞机 之前|在 {name} 到来 之前"""
)
PLACES = lines(
    """在 会 上|在 家里|在 记者会 上|在 电视台|在 北京|在 {city}|在 饭桌 上|在 路 上|在 大会 上|在 现场
        当场|在 门口|在 小组 会 上|在 一 次 酒会 上|在 火车 上|在 老 朋友 面前
    在 公开 场合|在 国外|在 单位|在 {name} 家里|在 机场|在 镜头 前|在 {city} 的 一 家 饭店|在 院子 里
    在 台 上|在 法庭 上|在 桥 头|在 会 后 的 酒桌 上"""
)
MEDIA = lines(
    """在 电话 里|在 信 中|在 报告 中|在 讲话 中|在 发言 中|在 声明 中|通过 媒体|通过 发言人|在 报纸 上
    在 一 份 声明 中|在 一 次 电视 讲话 中|在 书 中|通过 翻译|在 博客 里|在 {name} 的 文章 中|在 留言 中
    在 广播 中|通过 律师
    借助 手势|用 短信|在 一 篇 文章 里|在 备忘录 中|在 微信 上|在 演讲 中|在 答辩 中|在 一 封 信 里"""
)
WRITTEN = lines(
    """在 信 中|在 日记 里|在 文章 里|在 博客 里|在 留言 中|在 回忆录 里|在 一 封 信 里|在 书 中
    在 电子 邮件 中|在 检查 中|在 遗嘱 里"""
)
AUDIENCE = lines(
    """记者|记者|大家|本报 记者|外界|媒体|他|她|我|我们|在场 的 人|朋友|家人|妻子|父亲|母亲|上级|领导|孩子们
    老 同学"""
)
BYSTANDERS = lines("记者|大家|对方|在场 的 人|朋友|来访 的 客人|老 同学|一 位 老人")
# What happens before somebody speaks; {other} is not who speaks.
CONTEXTS = lines(
    """虽然 {other} 不 同意 ， 但|{other} 问 起 此 事 ，|{other} 围 住 了 他 ，
        {other} 提出 了 不同 的 看法 ，|看到 {other} 还 在 犹豫 ，|没 等 {other} 开口 ，
    {other} 走 后 ，|{other} 昨天 打 来 电话 ，|在 与 {other} 谈话 之后 ，|{other} 的 话 音 刚 落 ，
    {other} 对 此 很 关心 ，|{other} 来 到 现场 ，
    经 {other} 同意 ，|当 {other} 问 到 原因 时 ，|{other} 听 了 汇报/n ，|{other} 也 在 场 ，
    {other} 从 {city} 赶 来 ，|{other} 把 材料 交 给 了 上级 ，
    据 {other} 了解 ，|得到 {other} 的 帮助 后 ，|{other} 昨天 在 会 上 没有 发言/v ，|与 {other} 不同 ，
    受 {other} 委托 ，"""
)
DOINGS = lines(
    """走访 了 {n} 个 家庭 ，|看 了 {aud} 带 来 的 材料 ，|刚 从 {city} 回来 ，|到 现场 查看 了 情况 ，
        和 {aud} 谈 了 {few} 个 小时 ，|给 {aud} 打 了 电话 ，
    翻 开 笔记本 ，|接 过 话筒 ，|在 门口 等 了 {few} 个 小时 ，|{past} 到 {city} 开 了 {few} 天 会 ，
    听取 了 各 方面 的 意见 ，|把 {aud} 请 到 办公室 ，
    昨天 参加 了 讨论 ，|对 {aud} 的 到来 表示 欢迎 ，|为 此 专门 召开 了 会议 ，|在 会 上 听取 了 意见 ，
    与 {aud} 见 了 面 ，|向 {aud} 借 来 一 支 笔 ，"""
)
DOCUMENTS = lines(
    """报告|一 份 报告|文章|这 篇 文章|声明|调查 报告|公报|该 书|一 封 公开信|《 {city} 日报 》 的 文章
        社论|{city} 市 政府 的 报告|公告|年度 报告|这 份 文件
    作者 在 书 中|信|会议 纪要|新 出版 的 传记|这 本 书|论文|一 份 研究 报告|该 公司 的 公告|媒体 的 报道
    协议|审计 报告|开幕 词/n|{name} 的 文章|一 篇 评论/n"""
)
IMPERSONAL = lines("有 必要|应该|需要|不必|无法|很 难|必须|还 要|不 妨|不 可能")
IDIOMS = lines(
    """很 难 {say} 。|话 不 能 这么 {say} 。|这 件 事 {say} 来 话 长 。|{say} 到 底 ， 还 是 {lack} 。
        不 用 {say} ， 大家 都 明白 。|一句话 {say} 不 清 。
    对 一 个 {job} 来 {say} ， {hard} 。|老实 {say} ， {hard} 。|一般 {say} 来 ， {hard} 。
    这样 的 话 {name} 从来 {say} 不 出口 。"""
)
EXTRA["lack"] = lines("经验 不足|缺 钱|准备 不够|人手 太 少|大家 不 放心|时间 不 够")
EXTRA["job"] = lines("医生|老师|司机|农民|演员|运动员|科学家|警察|孩子|老人")
EXTRA["hard"] = lines(
    """这 并不 容易|这 样 的 机会 不 多|这 是 一 件 大 事|这 算 不 了 什么|困难 总 是 有 的|时间 最 宝贵
    这 种 情况 很 少 见|坚持 最 重要"""
)
PURPOSES = lines(
    """消除 大家 的 疑虑|让 大家 放心|避免 误会|平息 争议|争取 更 多 的 支持|证明 自己 的 清白|逃避 责任
        安慰 对方|引起 重视|吸引 年轻人
    说服 对方|让 大家 了解 真相|掩盖 事实|鼓舞 士气|便于 理解"""
)
OPENERS = lines(
    """但是 ，|不过 ，|此外 ，|同时 ，|其实 ，|然而 ，|另外 ，|会议 开 了 整整 一 天 ，
        电话 终于 接通 了 ，|看到 这样 的 结果 ，|面对 {aud} 的 提问 ，
    听 完 {aud} 的 意见 ，|在 大家 的 追问 下 ，|由于 时间 关系 ，|虽然 困难 很 多 ， 但|出乎意料 的 是 ，
    应 {aud} 的 要求 ，|随着 调查 的 深入 ，
    尽管 如此 ，|所以 ，|谈话 进行 了 {few} 个 小时 ，|在 {name} 的 陪同 下 ，|为 此 ，"""
)
FORMAL_OPENERS = lines(
    """但是 ，|不过 ，|此外 ，|同时 ，|然而 ，|另外 ，|尽管 如此 ，|为 此 ，|随着 调查 的 深入 ，
    在 各 方面 的 要求 下 ，"""
)
ASIDES = lines(
    """放下 手里 的 工作 ，|看 了 看 手表 ，|想 了 想 ，|摇 了 摇 头 ，|清 了 清 嗓子 ，|站 起来 ，
        沉默 了 一会儿 ，|打开 笔记本 ，|喝 了 一 口 水 ，
    叹 了 一 口 气 ，|点 了 点 头 ，|走 进 会场 ，|拿 出 一 份 材料 ，|指 着 墙 上 的 地图 ，
    握 着 {aud} 的 手 ，|拉 住 {aud} ，|擦 了 擦 眼泪 ，"""
)
TRAILERS = lines(
    """但 没有 说明/v 具体 原因|引起 了 与会者 的 热烈 讨论|听 得 大家 哈哈大笑|在场 的 人 都 鼓 起 掌 来
        大家 这 才 放 下 心 来|可是 没有 人 相信
    {aud} 却 没有 回应|随后 离开 了 会场|得到 了 {aud} 的 理解|不过 没有 给 出 具体 数字|但 不 愿 多 谈
    听众 报 以 热烈 的 掌声|让 {aud} 十分 意外
    希望 得到 {aud} 的 支持|说完 就 走 了|这 番 话 让 大家 很 受 感动|并 回答 了 {aud} 的 提问
    并 当场 作 了 记录|据 了解 ， {fact}|事实上 ， {fact}|而 {who} 至今 没有 表态|{who} 则 有 不同 的 看法
    这 与 {who} 的 说法 不 一样|{who} 对 此 表示/v 欢迎
    并 希望 {who} 给予 支持|{who} 当场 表示/v 同意|记者 随后 找 到 了 {who}|其实 {fact}|{who} 连连 点 头
    这 话 正好 被 {who} 听见|要求 {who} 马上 去 办|然而 事实 并非 如此"""
)
TOPIC_TAILS = lines(
    """显得 很 有 信心|忍 不 住 流 下 了 眼泪|脸 上 露出 了 笑容|心情 十分 沉重|总 有 说 不 完 的 话
        情绪 有些 激动|一直 沉默 不 语
    不 住 地 摇 头|眼睛 里 闪 着 光"""
)
FATES = lines(
    """还 没有 得到 证实/v|引起 了 人们 的 注意|让 大家 十分 意外|给 {aud} 留下 了 深刻 的 印象
        成 了 人们 议论 的 话题|与 实际 情况 不 符
    得到 了 多数 人 的 赞同|至今 没有 解决|值得 认真 思考|很快 传 遍 了 全 城"""
)
ADVERBS = lines("曾|已|还|也|又|仍|曾 多次|再次|首次|当即|随即|终于|甚至|多次|一再")
NEGATIONS = lines("没有|不 愿|拒绝|不 肯|并 未|不 想|没 能")
MODALS = lines("想|希望|打算|应当|必须|要|愿意|准备|可以")

MANNERS = {
    "speech": lines(
        """笑着|大声|小声|轻声|激动 地|平静 地|高兴 地|认真 地|严肃 地|得意 地|无奈 地|气愤 地|难过 地
            自豪 地|幽默 地|半 开 玩笑 地|不 紧 不 慢 地
        斩钉截铁 地|语重心长 地|一 字 一 句 地|吞吞吐吐 地|自言自语 地|结结巴巴 地|神秘 地|红 着 脸
        低 着 头|满 怀 信心 地|毫 不 客气 地|不 好意思 地
    头 也 不 抬 地|理直气壮 地|用 沙哑 的 声音|用 家乡话|和气 地|急切 地|冷冷 地|连连"""
    ),
    "formal": lines(
        """明确|公开|郑重|坦率 地|直截了当 地|委婉 地|含糊 地|信心十足 地|正式|严肃 地|谨慎 地|直接
        以 书面 形式|用 肯定 的 语气|匿名|毫 不 掩饰 地|自信 地|旗帜 鲜明 地|异常 冷静 地|含蓄 地
        略 带 歉意 地|不 客气 地|乐观 地|口头|联名|如实|分别|主动"""
    ),
    "detail": lines(
        """详细|简要|扼要|生动 地|如实|具体|系统 地|逐一|简单 地|一五一十 地|有声有色 地|滔滔不绝 地
            通俗 地|绘声绘色 地|以 书面 形式|用 普通话
        用 图表|结合 实例|用 英语|结合 自己 的 经验|客观 地|耐心 地|用 大量 数据|深入浅出 地|断断续续 地"""
    ),
    "deny": lines("断然|矢口|坚决|公开|一口|明确|异口同声 地|面 不 改 色 地"),
    "feeling": lines(
        """不停 地|无奈 地|气愤 地|深情 地|不无 遗憾 地|由衷 地|私下 里|不满 地|动情 地|含 着 眼泪"""
    ),
}
DEGREES = {
    "stress": lines("着重|特别|尤其|反复|再三|进一步"),
    "full": lines("完全|基本 上|部分 地|充分|全部"),
    "hard": lines("极力|竭力|拼命|一味"),
    "deny": lines("极力|竭力|完全|全部"),
    "boast": lines("大肆|一味|极力|拼命"),
    "urge": lines("极力|竭力|强烈|一再"),
    "rough": lines("大致|大概|大体 上|进一步|充分|全面|重点"),
}
FORMAL_PLACES = lines("在 会 上|在 记者会 上|在 新闻 发布会 上|在 大会 上|在 北京|在 {city}")
FORMAL_AUDIENCE = lines("记者|外界|媒体|公众|社会|有关 部门|本报 记者")
SPOKEN = {
    "say": lines("话|事情|道理|情况|故事"),
    "mention": lines("问题|情况|那 件 事|几 个 例子|这 本 书|那 个 人"),
    "stress": lines("这 一点|问题|几 条 原则"),
}
CLEFT = {
    "say": ("这 话", "这 番 话", "这 句 话", "上面 这些 话"),
    "mention": ("这 件 事", "这 一点", "这 个 问题", "那 次 事故"),
    "raise": ("这 一 建议", "这 个 问题", "这 一 主张", "这 项 要求"),
    "announce": ("这 一 消息", "这 个 决定", "比赛 结果"),
    "reveal": ("这 一 内幕", "这 件 事", "事情 的 真相"),
}
RESULTS = lines(
    """很 清楚|十分 详细|有 条 有 理|清清楚楚|非常 生动|明明白白|很 透彻|有 些 含糊|过于 简单|十分 感人"""
)


@dataclass(frozen=True)
class VerbClass:
    """What the verbs of one class have in common."""

    forms: dict[str, int]
    clauses: dict[str, int] = field(default_factory=lambda: {"facts": 1})
    nouns: str = ""  # key of NOUNS; empty: the scene's own topics or contents
    noun_role: str = TOPIC
    manner: str = "formal"
    degree: str = ""
    prepositions: str = "向 对"
    bodies: float = 0.5  # how often an office speaks rather than a person
    direct: float = 0.3  # no comma between verb and clause
    quote: float = 0.1
    adjuncts: dict[str, int] = field(default_factory=dict)


ADJUNCTS = {TIME: 34, PLACE: 20, MEDIUM: 11, ADDRESSEE: 18, MANNER: 20, DEGREE: 9, PURPOSE: 4, "adverb": 24}
STATE = VerbClass(
    forms={"clause": 58, "topic_clause": 14, "split": 8, "inverted": 5, "medium": 8, "context": 18},
    clauses={"facts": 6, "proposals": 3, "decisions": 2, "generic": 4},
)
CLASSES = {
    "say": VerbClass(
        forms={
            "clause": 46,
            "split": 15,
            "inverted": 12,
            "topic": 7,
            "de": 6,
            "ba": 4,
            "as": 4,
            "according": 4,
            "relative": 3,
            "cleft": 4,
            "context": 14,
            "idiom": 3,
        },
        clauses={"facts": 7, "proposals": 2, "complaints": 2, "generic": 6, "sigh": 1},
        manner="speech",
        prepositions="对 对 对 跟 向",
        bodies=0.04,
        direct=0.2,
        quote=0.5,
    ),
    "speak": VerbClass(
        forms={"clause": 70, "split": 30},
        clauses={"generic": 5, "sigh": 2, "facts": 3},
        manner="speech",
        prepositions="对 对 跟",
        bodies=0.0,
        direct=0.0,
        quote=0.9,
    ),
    "write": VerbClass(
        forms={"clause": 75, "split": 25},
        clauses={"generic": 3, "sigh": 2, "facts": 4, "proposals": 2},
        bodies=0.0,
        direct=0.0,
        quote=0.8,
        adjuncts={MEDIUM: 90, ADDRESSEE: 2, PLACE: 2},
    ),
    "state": STATE,
    "stress": replace(
        STATE,
        clauses={"facts": 2, "proposals": 8, "generic": 1},
        degree="stress",
        direct=0.2,
        adjuncts={DEGREE: 32},
        nouns="stance",
        noun_role=MESSAGE,
        forms={
            "clause": 60,
            "noun": 14,
            "split": 8,
            "topic_clause": 8,
            "as": 4,
            "relative": 2,
            "medium": 9,
            "context": 14,
        },
    ),
    "declare": replace(
        STATE,
        clauses={"generic": 3, "decisions": 4, "claim": 4, "facts": 2},
        direct=0.5,
        forms={"clause": 80, "topic_clause": 8, "split": 6, "medium": 8, "context": 14},
    ),
    "inform": replace(
        STATE,
        clauses={"facts": 9, "decisions": 3, "generic": 1},
        bodies=0.4,
        forms={
            "clause": 42,
            "according": 26,
            "noun": 10,
            "inverted": 6,
            "split": 6,
            "cleft": 5,
            "context": 11,
        },
        nouns="news",
        noun_role=MESSAGE,
    ),
    "report": replace(
        STATE,
        clauses={"facts": 1},
        direct=0.1,
        bodies=0.9,
        quote=0.0,
        forms={"clause": 35, "according": 45, "topic": 20},
        adjuncts={ADDRESSEE: 0, MANNER: 10},
    ),
    "announce": VerbClass(
        forms={
            "clause": 50,
            "content": 32,
            "split": 4,
            "inverted": 4,
            "relative": 6,
            "passive_content": 4,
            "cleft": 3,
            "context": 14,
        },
        clauses={"decisions": 9, "facts": 1},
        noun_role=MESSAGE,
        bodies=0.55,
        direct=0.35,
    ),
    "publish": VerbClass(
        forms={"content": 72, "passive_content": 8, "clause": 8, "relative": 10},
        clauses={"facts": 1, "decisions": 2},
        noun_role=MESSAGE,
        bodies=0.7,
        direct=0.0,
    ),
    "explain": VerbClass(
        forms={
            "topic": 38,
            "clause": 24,
            "topic_clause": 8,
            "ba": 5,
            "de": 5,
            "relative": 3,
            "split": 3,
            "impersonal": 7,
            "context": 11,
            "medium": 4,
        },
        clauses={"facts": 4, "generic": 2, "excuse": 2},
        manner="detail",
        degree="rough",
        bodies=0.2,
        direct=0.05,
        adjuncts={MANNER: 34},
    ),
    "introduce": VerbClass(
        forms={
            "topic": 48,
            "according": 22,
            "clause": 18,
            "inverted": 4,
            "relative": 2,
            "ba": 2,
            "context": 9,
        },
        clauses={"facts": 1},
        manner="detail",
        degree="rough",
        bodies=0.15,
        direct=0.0,
        adjuncts={MANNER: 28, ADDRESSEE: 34},
    ),
    "argue": VerbClass(
        forms={"noun": 68, "about": 6, "relative": 4, "ba": 4, "impersonal": 5, "medium_topic": 12},
        nouns="theory",
        manner="detail",
        degree="rough",
        bodies=0.1,
        prepositions="向",
        adjuncts={MANNER: 36, MEDIUM: 30, ADDRESSEE: 12},
    ),
    "narrate": VerbClass(
        forms={
            "topic": 56,
            "ba": 9,
            "de": 6,
            "about": 8,
            "relative": 5,
            "passive": 4,
            "impersonal": 4,
            "medium_topic": 7,
        },
        manner="detail",
        degree="rough",
        bodies=0.02,
        prepositions="向 向 对 给",
        adjuncts={MANNER: 38, ADDRESSEE: 30},
    ),
    "discuss": VerbClass(
        forms={"topic": 62, "about": 12, "ba": 5, "de": 3, "relative": 3, "impersonal": 7},
        manner="detail",
        degree="rough",
        bodies=0.25,
        prepositions="向",
        adjuncts={MANNER: 36, MEDIUM: 18, ADDRESSEE: 24},
    ),
    "mention": VerbClass(
        forms={"topic": 46, "lead": 34, "relative": 8, "medium_topic": 8, "cleft": 3},
        manner="speech",
        degree="stress",
        bodies=0.08,
        prepositions="向 跟 对",
        adjuncts={MEDIUM: 18, ADDRESSEE: 10, MANNER: 10},
    ),
    "admit": VerbClass(
        forms={"clause": 68, "noun": 8, "inverted": 4, "topic_clause": 4, "context": 18},
        clauses={"fault": 9, "complaints": 1},
        nouns="crime",
        noun_role=MESSAGE,
        degree="full",
        bodies=0.2,
        direct=0.75,
    ),
    "confess": VerbClass(
        forms={"noun": 60, "clause": 28, "ba": 8, "relative": 4},
        clauses={"fault": 1},
        nouns="crime",
        noun_role=MESSAGE,
        manner="detail",
        degree="full",
        bodies=0.0,
        direct=0.6,
        prepositions="向",
    ),
    "deny": VerbClass(
        forms={"clause": 80, "noun": 14, "topic_clause": 4},
        clauses={"denial": 1},
        nouns="rumour",
        noun_role=MESSAGE,
        manner="deny",
        degree="deny",
        bodies=0.35,
        direct=0.95,
        quote=0.0,
        adjuncts={MANNER: 32, DEGREE: 16},
    ),
    "claim": VerbClass(
        forms={"clause": 74, "split": 5, "context": 10, "medium": 5},
        clauses={"claim": 7, "facts": 2, "boast": 2},
        bodies=0.25,
        direct=0.75,
    ),
    "self": VerbClass(
        forms={"clause": 1}, clauses={"identity": 1}, manner="feeling", bodies=0.0, direct=1.0, quote=0.0
    ),
    "threaten": VerbClass(
        forms={"clause": 1}, clauses={"threat": 1}, bodies=0.05, direct=0.85, quote=0.0, adjuncts={MANNER: 12}
    ),
    "boast": VerbClass(
        forms={"clause": 70, "noun": 15},
        clauses={"boast": 1},
        nouns="boasted",
        manner="speech",
        degree="boast",
        bodies=0.1,
        direct=0.6,
        adjuncts={ADDRESSEE: 30, DEGREE: 14},
    ),
    "excuse": VerbClass(
        forms={"clause": 78, "split": 10, "bare": 12},
        clauses={"excuse": 1},
        manner="feeling",
        degree="hard",
        bodies=0.05,
        direct=0.4,
        quote=0.2,
        adjuncts={DEGREE: 20},
    ),
    "complain": VerbClass(
        forms={"clause": 82, "split": 8, "inverted": 6},
        clauses={"complaints": 1},
        manner="feeling",
        bodies=0.0,
        direct=0.45,
        quote=0.2,
        adjuncts={ADDRESSEE: 34, MANNER: 26},
    ),
    "sigh": VerbClass(
        forms={"clause": 70, "split": 18, "inverted": 8},
        clauses={"sigh": 1},
        manner="feeling",
        bodies=0.0,
        direct=0.05,
        quote=0.5,
        adjuncts={ADDRESSEE: 4, MANNER: 26},
    ),
    "pour": VerbClass(
        forms={"noun": 86, "ba": 10},
        nouns="heart",
        manner="feeling",
        bodies=0.0,
        prepositions="向",
        adjuncts={ADDRESSEE: 62, MANNER: 32},
    ),
    "reveal": VerbClass(
        forms={"noun": 64, "clause": 10, "passive_noun": 8, "cleft": 6, "medium_topic": 12},
        nouns="secret",
        noun_role=MESSAGE,
        bodies=0.4,
        direct=0.0,
        adjuncts={MEDIUM: 26, ADDRESSEE: 12},
    ),
    "notify": VerbClass(
        forms={"notify": 1},
        clauses={"decisions": 6, "facts": 3},
        bodies=0.55,
        adjuncts={ADDRESSEE: 0, MEDIUM: 16, MANNER: 8},
    ),
    "propose": VerbClass(
        forms={"clause": 78, "topic_clause": 8, "medium": 4, "context": 14},
        clauses={"proposals": 1},
        degree="urge",
        bodies=0.25,
        direct=0.6,
        adjuncts={DEGREE: 16, ADDRESSEE: 4},
    ),
    "raise": VerbClass(
        forms={"noun": 54, "clause": 26, "relative": 6, "cleft": 8, "context": 4},
        clauses={"proposals": 1},
        nouns="view",
        noun_role=MESSAGE,
        bodies=0.25,
        direct=0.0,
    ),
    "foretell": VerbClass(
        forms={"clause": 90, "split": 6},
        clauses={"future": 1},
        bodies=0.05,
        direct=0.4,
        adjuncts={ADDRESSEE: 4},
    ),
    "relay": VerbClass(
        forms={"noun": 74, "ba": 26},
        nouns="relay",
        noun_role=MESSAGE,
        manner="detail",
        bodies=0.1,
        prepositions="向",
        adjuncts={ADDRESSEE: 46, MANNER: 28},
    ),
    "sum_up": VerbClass(
        forms={"noun": 80, "ba": 8},
        nouns="summary",
        manner="detail",
        degree="rough",
        bodies=0.1,
        prepositions="向",
        adjuncts={ADDRESSEE: 4, MANNER: 40, MEDIUM: 20},
    ),
    "list": VerbClass(
        forms={"noun": 90, "relative": 10},
        nouns="evidence",
        noun_role=MESSAGE,
        manner="detail",
        bodies=0.1,
        adjuncts={MEDIUM: 34, ADDRESSEE: 12},
    ),
    "teach": VerbClass(
        forms={"noun": 86, "ba": 6},
        nouns="lesson",
        manner="detail",
        degree="rough",
        bodies=0.15,
        prepositions="向 给",
        adjuncts={ADDRESSEE: 52, MANNER: 34},
    ),
    "judge": VerbClass(
        forms={"noun": 40, "topic_clause": 24, "clause": 24, "about": 8},
        clauses={"generic": 2, "future": 2, "facts": 2},
        nouns="view_of",
        manner="detail",
        bodies=0.1,
        direct=0.0,
        adjuncts={ADDRESSEE: 0, MANNER: 24},
    ),
}
NOUNS["boasted"] = lines("自己 的 本领|自己 的 产品|当年 的 经历|自己 的 儿子|家里 的 财产|自己 的 功劳")

# Target verbs with their classes, from the most to the least frequent.
VERBS_AND_CLASSES = """
    说:say 表示:state 指出:state 宣布:announce 介绍:introduce 强调:stress 谈到:mention
    讲:say 解释:explain 承认:admit 说明:explain 提到:mention 称:declare 透露:inform
    提出:raise 报告:discuss 声称:claim 讲述:narrate 阐述:argue 声明:declare 公布:publish
    否认:deny 汇报:discuss 主张:propose 描述:narrate 宣称:claim 报道:report 证实:inform
    坦言:admit 叙述:narrate 谈起:mention 抱怨:complain 补充:state 通知:notify 提及:mention
    通报:discuss 重申:stress 论述:argue 说起:mention 诉说:pour 揭露:reveal 陈述:discuss
    披露:reveal 评论:judge 感叹:sigh 辩解:excuse 发布:publish 告知:notify 讲解:teach
    传达:relay 总结:sum_up 断言:foretell 直言:complain 转告:notify 回顾:narrate 谈及:mention
    写道:write 自称:self 交代:confess 吹嘘:boast 扬言:threaten 概括:sum_up 预言:foretell
    阐明:argue 申明:declare 说道:speak 坦白:confess 转述:relay 感慨:sigh 倾诉:pour
    供认:confess 列举:list 坦承:admit 复述:relay 提起:mention 述说:pour 辩称:excuse
    吐露:pour 谎称:self 声言:threaten 宣讲:teach 申辩:excuse 夸口:boast 口述:narrate
"""
VERBS: tuple[tuple[str, str], ...] = tuple(
    (word, name) for word, _, name in (entry.partition(":") for entry in VERBS_AND_CLASSES.split())
)


def frequencies() -> list[int]:
    """How often each verb is a target: a Zipf-like fall from 150 down to single occurrences."""
    raw = [763 / (rank + 4) - (763 / 88 - 0.7) for rank in range(1, len(VERBS) + 1)]
    counts = [max(1, int(value + 0.5)) for value in raw]
    counts[0] += N_SENTENCES - sum(counts)  # what rounding leaves over goes to 说
    return counts


class Statement:
    """Makes one sentence at a time; each is a list of pieces."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def __call__(self, verb: str, class_name: str) -> list[Piece]:
        self.verb, self.class_name, self.kind = verb, class_name, CLASSES[class_name]
        self.scene: Scene = self.draw.choice(SCENES)
        self.office = self.draw.chance(self.kind.bodies)  # an office speaks, not a person
        self.speaker = self.draw_speaker()
        while class_name in ("announce", "publish") and not self.decides():
            self.speaker = self.draw_speaker()
        form = self.draw.weighted(self.kind.forms)
        pieces = FORMS[form](self)
        return pieces if pieces[-1][0].endswith("”") else [*pieces, ("。", None)]

    def fill(self, template: str, own: dict[str, tuple[str, ...]] | None = None) -> str:
        return self.draw.fill(template, own or {}, self.scene.slots, EXTRA, {"aud": BYSTANDERS}, COMMON)

    def pick(self, *pools: tuple[str, ...]) -> str:
        """A phrase from one of the pools; an office does not speak of itself as a person does."""
        while True:
            template = self.draw.choice(self.draw.choice(pools))
            if not (self.office and "自己" in template):
                return self.fill(template)

    # Noun phrases and clauses

    def draw_speaker(self) -> str:
        draw = self.draw
        if self.class_name == "report":
            return self.pick(NEWS)
        if self.office:
            return self.pick(self.scene.bodies)
        if draw.chance(0.16):
            return self.pick(PRONOUNS)
        person = self.pick(self.scene.people)
        plain = not any(word in person.split() for word in ("的", "一", "几", "这", "他"))
        if plain and draw.chance(0.24):
            return f"{self.pick(MODIFIERS)} {person}"
        if plain and draw.chance(0.06):
            second = self.pick(self.scene.people)
            return person if second == person else f"{person} 和 {second}"
        return person

    def decides(self) -> bool:
        """Whether the speaker is one who can announce decisions."""
        return self.office or LEADERS.search(self.speaker) is not None

    def clause(self) -> str:
        kind = self.draw.weighted(self.kind.clauses)
        if kind == "decisions" and not self.decides():
            kind = "proposals"
        if kind in CLAUSES:
            return self.pick(CLAUSES[kind])
        first = self.pick(getattr(self.scene, kind))
        if kind in ("facts", "decisions") and self.draw.chance(0.42):
            link = self.draw.choice(("", "同时", "因此", "今后")) if kind == "facts" else "同时"
            return " ".join(f"{first} ， {link} {self.pick(self.scene.proposals)}".split())
        if self.draw.chance(0.06):  # what somebody else has stated, within the message
            other = self.pick(self.scene.bodies)
            report = self.draw.choice(
                ("已经 答应", "已经 决定", "曾经 宣布", "{past} 就 说 过 要", "表示/v 将 会", "正 打算")
            )
            return f"{other} {self.fill(report)} {self.pick(self.scene.decisions)}"
        return first

    def message(self) -> list[Piece]:
        """The message as one chunk, or as two where the annotator stops at the comma."""
        text = self.clause()
        first, comma, second = text.partition(" ， ")
        if comma and self.draw.chance(0.7):
            return [(first, MESSAGE), ("，", None), (second, MESSAGE)]
        return [(text, MESSAGE)]

    def other(self) -> str:
        """Somebody of the scene who is not the speaker."""
        while True:
            phrase = self.pick(self.scene.people, self.scene.audience)
            if phrase != self.speaker:
                return phrase

    def topic(self) -> str:
        fitting = FITTING.get(self.class_name)
        topics = self.scene.topics
        return self.pick(tuple(topic for topic in topics if fitting.search(topic)) if fitting else topics)

    def audience(self) -> str:
        phrase = self.pick(FORMAL_AUDIENCE if self.office else AUDIENCE, self.scene.audience)
        return "记者" if phrase == self.speaker else phrase

    # The words around the verb

    def adjuncts(self, most: int) -> tuple[list[Piece], list[Piece]]:
        """Pieces before the speaker, and pieces between speaker and verb."""
        draw, kind = self.draw, self.kind
        before: list[Piece] = []
        between: list[Piece] = []
        weights = {**ADJUNCTS, **kind.adjuncts}
        used: set[str] = set()
        for role in (PURPOSE, TIME, "adverb", PLACE, MEDIUM, ADDRESSEE, DEGREE, MANNER):
            if not draw.chance(weights[role] / 100) or len(used) == most:
                continue
            if {PLACE, MEDIUM} <= used | {role} or {DEGREE, MANNER} <= used | {role}:
                continue
            if role == PURPOSE:
                before += [
                    (f"{draw.choice(('为了', '为了', '为'))} {self.pick(PURPOSES)}", PURPOSE),
                    ("，", None),
                ]
            elif role == TIME:
                long = not self.office and draw.chance(0.3)
                piece = (self.pick(TIME_CLAUSES if long else TIMES), TIME)
                if draw.chance(0.45):
                    before += [piece, ("，", None)] if long or draw.chance(0.25) else [piece]
                    if not (long or self.office) and draw.chance(0.18):  # a day, and the occasion on that day
                        between.append((self.pick(TIME_CLAUSES[:10]), TIME))
                else:
                    between.append(piece)
            elif role == "adverb":
                between.append((self.pick(ADVERBS), None))
            elif role in (PLACE, MEDIUM):
                general = MEDIA if role == MEDIUM else FORMAL_PLACES if self.office else PLACES
                special = self.scene.media if role == MEDIUM else self.scene.places
                if self.class_name == "write":
                    general = special = WRITTEN
                piece = (self.pick(general, special), role)
                if not between and draw.chance(0.2):
                    before += [piece, ("，", None)]
                else:
                    between.append(piece)
            elif role == ADDRESSEE:
                between.append((f"{draw.choice(kind.prepositions.split())} {self.audience()}", ADDRESSEE))
            elif role == DEGREE:
                if not kind.degree:
                    continue
                between.append((self.pick(DEGREES[kind.degree]), DEGREE))
            else:
                if self.office and kind.manner in ("speech", "feeling"):
                    continue
                between.append((self.pick(MANNERS[kind.manner]), MANNER))
            used.add(role)
        return before, between

    def head(self, most: int = 3) -> list[Piece]:
        """Everything up to and with the verb."""
        before, between = self.adjuncts(most)
        person = not self.office
        if person and not between and self.draw.chance(0.2):
            between = [(self.pick(ASIDES), None)]
        if self.draw.chance(0.13) and not before and self.speaker not in ("大家", "有人"):
            before = [(self.pick(FORMAL_OPENERS if self.office else OPENERS), None)]
        return [*before, (self.speaker, SPEAKER), *between, (self.verb, TARGET)]

    def tail(self, probability: float) -> list[Piece]:
        if self.office or not self.draw.chance(probability):
            return []
        own = {"fact": self.scene.facts, "who": (self.other(),)}
        return [(f"， {self.fill(self.draw.choice(TRAILERS), own)}", None)]

    def aspect(self, head: list[Piece]) -> list[Piece]:
        """了, 过 or nothing after the verb, as the adverb before it allows."""
        words = [words for words, role in head if role is None]
        if any("曾" in text or "多次" in text for text in words):
            return [("过", None)]
        if any(text in ("一再", "仍") for text in words):
            return []
        return [("了", None)] if self.draw.chance(0.75) and not self.verb.endswith("起") else []

    def reluctant(self, head: list[Piece]) -> list[Piece]:
        """Now and then the speaker refuses or intends to speak: a modal before the verb."""
        if any(role is None and words != "，" for words, role in head) or not self.draw.chance(0.14):
            return head
        modal = (self.pick(NEGATIONS, MODALS), None)
        place = next(i for i, (_, role) in enumerate(head) if role == SPEAKER) + 1
        if head[place][1] == TIME:
            place += 1
        return [*head[:place], modal, *head[place:]]

    def object(self, phrase: str, role: str) -> list[Piece]:
        head = self.reluctant(self.head())
        words = [words for words, role in head if role is None]
        modal = any(text in NEGATIONS + MODALS for text in words)
        return [
            *head,
            *([] if modal else self.aspect(head)),
            (phrase, role),
            *([] if modal else self.tail(0.24)),
        ]

    # Forms: one method for each way in which a target verb builds its sentence

    def with_clause(self) -> list[Piece]:
        head = self.head()
        if self.draw.chance(self.kind.quote):
            return [*head, (self.draw.choice(("：", "：", "，")), None), (f"“ {self.clause()} 。 ”", MESSAGE)]
        if self.draw.chance(self.kind.direct):
            return [*head, *self.message(), *self.tail(0.28)]
        comma = "，" if self.draw.chance(0.85) else "："
        return [*head, (comma, None), *self.message(), *self.tail(0.28)]

    def with_topic_clause(self) -> list[Piece]:
        before, between = self.adjuncts(1)
        opener, closer = self.draw.choice(
            (("对于", ""), ("关于", ""), ("对", ""), ("就", ""), ("针对", ""), ("谈到", "时"))
        )
        topics = self.scene.topics
        if opener != "谈到":  # one states something about a question, not about a story
            topics = tuple(topic for topic in topics if FITTING["explain"].search(topic))
        topic = (f"{opener} {self.pick(topics)} {closer}".strip(), TOPIC)
        if opener == "就" and not before:
            between = [topic, *between]
            front: list[Piece] = []
        else:
            front = [topic, ("，", None)]
        return [
            *front,
            *before,
            (self.speaker, SPEAKER),
            *between,
            (self.verb, TARGET),
            ("，", None),
            *self.message(),
        ]

    def with_split(self) -> list[Piece]:
        first, second = self.clause(), self.clause()
        while second == first:
            second = self.clause()
        _, between = self.adjuncts(1)
        middle: list[Piece] = [(self.speaker, SPEAKER), *between, (self.verb, TARGET)]
        if self.draw.chance(self.kind.quote + 0.2):
            mark = self.draw.choice(("，", "。"))
            return [
                (f"“ {first} {mark} ”", MESSAGE),
                *middle,
                (self.draw.choice("，："), None),
                (f"“ {second} 。 ”", MESSAGE),
            ]
        return [(first, MESSAGE), ("，", None), *middle, ("，", None), (second, MESSAGE)]

    def with_inverted(self) -> list[Piece]:
        _, between = self.adjuncts(2)
        end: list[Piece] = [(self.speaker, SPEAKER), *between, (self.verb, TARGET)]
        if self.draw.chance(self.kind.quote):
            return [(f"“ {self.clause()} 。 ”", MESSAGE), *end]
        return [(self.clause(), MESSAGE), ("，", None), *end]

    def with_topic(self) -> list[Piece]:
        return self.object(self.topic(), TOPIC)

    def with_noun(self) -> list[Piece]:
        return self.object(self.pick(NOUNS[self.kind.nouns]), self.kind.noun_role)

    def with_content(self) -> list[Piece]:
        return self.object(self.pick(self.scene.contents), MESSAGE)

    def with_manner_after(self) -> list[Piece]:
        """把 … 说 得 很 清楚."""
        phrase = f"把 {self.topic()}"
        before, _ = self.adjuncts(1)
        return [
            *before,
            (self.speaker, SPEAKER),
            (phrase, TOPIC),
            (self.verb, TARGET),
            ("得", None),
            (self.pick(RESULTS), MANNER),
        ]

    def with_ba(self) -> list[Piece]:
        phrase = (
            self.pick(NOUNS[self.kind.nouns])
            if "noun" in self.kind.forms and self.kind.nouns
            else self.topic()
        )
        role = self.kind.noun_role if "noun" in self.kind.forms else TOPIC
        before, _ = self.adjuncts(1)
        start: list[Piece] = [*before, (self.speaker, SPEAKER), (f"把 {phrase}", role)]
        if self.draw.chance(0.4):
            listen: list[Piece] = [("听", None)] if self.class_name == "say" else []
            return [*start, (self.verb, TARGET), (f"给 {self.audience()}", ADDRESSEE), *listen]
        preposition = "对" if "向" not in self.kind.prepositions else "向"
        manner: list[Piece] = (
            [(self.pick(MANNERS[self.kind.manner]), MANNER)] if self.draw.chance(0.4) else []
        )
        return [
            *start,
            (f"{preposition} {self.audience()}", ADDRESSEE),
            *manner,
            (self.verb, TARGET),
            ("了 一 遍", None),
            *self.tail(0.3),
        ]

    def with_about(self) -> list[Piece]:
        phrase = self.pick(NOUNS[self.kind.nouns]) if self.kind.nouns else self.topic()
        topic: list[Piece] = [(f"{self.draw.choice(('对', '对于', '关于'))} {phrase}", TOPIC), ("，", None)]
        if self.draw.chance(0.5):
            return [
                *topic,
                (self.speaker, SPEAKER),
                (self.verb, TARGET),
                ("得", None),
                (self.pick(RESULTS), MANNER),
            ]
        _, between = self.adjuncts(2)
        between = [piece for piece in between if piece[1] is not None]
        return [
            *topic,
            (self.speaker, SPEAKER),
            *between,
            (self.draw.choice(("没有", "不 愿", "作 了")), None),
            (self.verb, TARGET),
        ]

    def with_lead(self) -> list[Piece]:
        start: list[Piece] = [("一", None)] if self.draw.chance(0.3) else []
        when: list[Piece] = [("时", None)] if not start and self.draw.chance(0.4) else []
        tail = ("就 " if start and self.draw.chance(0.5) else "") + self.pick(TOPIC_TAILS)
        return [
            *start,
            (self.verb, TARGET),
            (self.topic(), TOPIC),
            *when,
            ("，", None),
            (self.speaker, SPEAKER),
            (tail, None),
        ]

    def with_as(self) -> list[Piece]:
        so: list[Piece] = [("的 那样", None)] if self.draw.chance(0.5) else []
        return [
            ("正如", None),
            (self.speaker, SPEAKER),
            ("所", None),
            (self.verb, TARGET),
            *so,
            ("，", None),
            (self.clause(), MESSAGE),
        ]

    def with_according(self) -> list[Piece]:
        _, between = self.adjuncts(1)
        between = [piece for piece in between if piece[1] in (TIME, ADDRESSEE, MEDIUM)]
        if self.verb in ("介绍", "透露", "报道", "称") and self.draw.chance(0.3):
            return [("据", None), (self.verb, TARGET), ("，", None), *self.message()]
        return [
            ("据", None),
            (self.speaker, SPEAKER),
            *between,
            (self.verb, TARGET),
            ("，", None),
            (self.clause(), MESSAGE),
            *self.tail(0.05),
        ]

    def with_relative(self) -> list[Piece]:
        if "content" in self.kind.forms:
            phrase, role = self.pick(self.scene.contents), MESSAGE
        elif self.class_name in SPOKEN:
            phrase, role = (
                self.pick(SPOKEN[self.class_name]),
                TOPIC if self.class_name == "mention" else MESSAGE,
            )
        elif self.kind.nouns:
            phrase, role = self.pick(NOUNS[self.kind.nouns]), self.kind.noun_role
        else:
            phrase, role = self.topic(), TOPIC
        _, between = self.adjuncts(1)
        return [
            (self.speaker, SPEAKER),
            *between,
            (self.verb, TARGET),
            ("的", None),
            (phrase, role),
            (self.pick(FATES), None),
        ]

    def with_passive(self) -> list[Piece]:
        return [
            (self.topic(), TOPIC),
            (f"被 {self.speaker}", SPEAKER),
            (self.verb, TARGET),
            ("得", None),
            (self.pick(RESULTS), MANNER),
        ]

    def with_passive_content(self) -> list[Piece]:
        time: list[Piece] = [(self.pick(TIMES), TIME)] if self.draw.chance(0.5) else []
        return [
            (self.pick(self.scene.contents), MESSAGE),
            *time,
            ("已经", None),
            (f"由 {self.speaker}", SPEAKER),
            (self.verb, TARGET),
        ]

    def with_passive_noun(self) -> list[Piece]:
        time: list[Piece] = [(self.pick(TIMES), TIME)] if self.draw.chance(0.4) else []
        return [
            (self.pick(NOUNS[self.kind.nouns]), MESSAGE),
            *time,
            ("终于", None),
            (f"被 {self.speaker}", SPEAKER),
            (self.verb, TARGET),
            ("出来", None),
            *self.tail(0.3),
        ]

    def with_addressee(self) -> list[Piece]:
        comma: list[Piece] = [("，", None)] if self.draw.chance(0.75) else []
        return [
            *self.head(2),
            (self.audience(), ADDRESSEE),
            *comma,
            (self.clause(), MESSAGE),
            *self.tail(0.1),
        ]

    def with_context(self) -> list[Piece]:
        """Something else happens first, with people of its own."""
        before, between = self.adjuncts(2)
        if self.draw.chance(0.35):  # a fact that the speaker takes a stand on
            link = self.draw.choice(("对 此 ，", "对 此 ，", "因此 ，", "为 此 ，", "所以", ""))
            front = f"{self.pick(self.scene.facts)} ， {link}".strip()
            start: list[Piece] = [(front, None), *before, (self.speaker, SPEAKER)]
        elif self.draw.chance(0.5) or self.office:
            front = self.fill(self.draw.choice(CONTEXTS), {"other": (self.other(),)})
            start = [(front, None), *before, (self.speaker, SPEAKER)]
        else:
            link: list[Piece] = [("然后", None)] if self.draw.chance(0.2) else []
            start = [*before, (self.speaker, SPEAKER), (self.pick(DOINGS), None), *link]
        comma: list[Piece] = [] if self.draw.chance(self.kind.direct) else [("，", None)]
        return [*start, *between, (self.verb, TARGET), *comma, *self.message(), *self.tail(0.28)]

    def with_medium(self) -> list[Piece]:
        """A text states something."""
        time: list[Piece] = [(self.pick(TIMES), TIME)] if self.draw.chance(0.12) else []
        medium: list[Piece] = [(self.pick(DOCUMENTS), MEDIUM)]
        adverb: list[Piece] = [(self.pick(ADVERBS), None)] if self.draw.chance(0.25) else []
        manner: list[Piece] = (
            [(self.pick(("明确", "直截了当 地", "含糊 地", "反复")), MANNER)] if self.draw.chance(0.2) else []
        )
        self.office = True
        return [*time, *medium, *adverb, *manner, (self.verb, TARGET), ("，", None), *self.message()]

    def with_medium_topic(self) -> list[Piece]:
        medium = (self.pick(DOCUMENTS), MEDIUM)
        self.office = True
        manner: list[Piece] = [(self.pick(MANNERS["detail"][:8]), MANNER)] if self.draw.chance(0.35) else []
        phrase = self.pick(NOUNS[self.kind.nouns]) if self.kind.nouns else self.topic()
        return [medium, *manner, (self.verb, TARGET), ("了", None), (phrase, self.kind.noun_role)]

    def with_cleft(self) -> list[Piece]:
        """提出 这 一 建议 的 是 …"""
        told = CLEFT.get(self.class_name, ("这 一 消息",))
        return [
            *([("最 早", None)] if self.draw.chance(0.3) else []),
            (self.verb, TARGET),
            (self.draw.choice(told), self.kind.noun_role if self.class_name == "mention" else MESSAGE),
            ("的 是", None),
            (self.speaker, SPEAKER),
            *([(f"， {self.pick(FATES[6:])}", None)] if self.draw.chance(0.15) else []),
        ]

    def with_impersonal(self) -> list[Piece]:
        phrase = self.pick(NOUNS[self.kind.nouns]) if self.kind.nouns else self.topic()
        self.office = True
        addressee: list[Piece] = [(f"向 {self.audience()}", ADDRESSEE)] if self.draw.chance(0.35) else []
        manner: list[Piece] = [(self.pick(MANNERS["detail"][:8]), MANNER)] if self.draw.chance(0.6) else []
        return [(self.pick(IMPERSONAL), None), *addressee, *manner, (self.verb, TARGET), (phrase, TOPIC)]

    def with_idiom(self) -> list[Piece]:
        """The verb in a set phrase, where hardly a role is left."""
        before, after = self.draw.fill(self.draw.choice(IDIOMS), {"say": ("\t",)}, EXTRA, COMMON).split("\t")
        start: list[Piece] = [(before.strip(), None)] if before.strip() else []
        rest = after.removesuffix("。").strip()
        return [*start, (self.verb, TARGET), *([(rest, None)] if rest else [])]

    def bare(self) -> list[Piece]:
        before, _ = self.adjuncts(1)
        how: Piece = (self.pick(DEGREES["hard"]), DEGREE) if self.draw.chance(0.6) else ("一直 在", None)
        return [
            *before,
            (self.speaker, SPEAKER),
            how,
            ("为 自己", None),
            (self.verb, TARGET),
            *self.tail(0.4),
        ]


FORMS = {
    "clause": Statement.with_clause,
    "topic_clause": Statement.with_topic_clause,
    "split": Statement.with_split,
    "inverted": Statement.with_inverted,
    "topic": Statement.with_topic,
    "noun": Statement.with_noun,
    "content": Statement.with_content,
    "de": Statement.with_manner_after,
    "ba": Statement.with_ba,
    "about": Statement.with_about,
    "lead": Statement.with_lead,
    "as": Statement.with_as,
    "according": Statement.with_according,
    "relative": Statement.with_relative,
    "passive": Statement.with_passive,
    "passive_content": Statement.with_passive_content,
    "passive_noun": Statement.with_passive_noun,
    "context": Statement.with_context,
    "medium": Statement.with_medium,
    "medium_topic": Statement.with_medium_topic,
    "cleft": Statement.with_cleft,
    "impersonal": Statement.with_impersonal,
    "idiom": Statement.with_idiom,
    "notify": Statement.with_addressee,
    "bare": Statement.bare,
}


def sentences(seed: int) -> list[list[Piece]]:
    """All sentences of the corpus, in an order that says nothing about their verbs."""
    draw = Draw(seed)
    make = Statement(draw)
    seen: set[str] = set()
    result = []
    for (verb, class_name), frequency in zip(VERBS, frequencies(), strict=True):
        made = 0
        while made < frequency:
            pieces = make(verb, class_name)
            text = " ".join(words for words, _ in pieces)
            if text not in seen and 6 <= len(text.split()) <= 40:
                seen.add(text)
                result.append(overlook(pieces, draw))
                made += 1
    return draw.shuffled(result)


def overlook(pieces: list[Piece], draw: Draw) -> list[Piece]:
    """Annotate as people do: now and then a role that may be absent is not marked."""
    return [(words, None if role in OPTIONAL and draw.chance(0.06) else role) for words, role in pieces]
