"""Ten everyday scenes in Chinese: who speaks there, of what, to whom and where.

Words stand apart by a space; {…} is a slot, looked up in the scene and then in COMMON.
All people, towns and firms are invented.
"""

from dataclasses import dataclass

from draw import lines


@dataclass(frozen=True)
class Scene:
    name: str
    people: tuple[str, ...]  # who can smile, sigh or complain
    bodies: tuple[str, ...]  # offices and firms, which can only state
    audience: tuple[str, ...]
    facts: tuple[str, ...]  # clauses: how things are
    decisions: tuple[str, ...]  # clauses: what will be done from when
    proposals: tuple[str, ...]  # clauses: what ought to be done
    complaints: tuple[str, ...]  # clauses: what people are unhappy about
    topics: tuple[str, ...]  # noun phrases one can speak about
    contents: tuple[str, ...]  # noun phrases one can announce
    places: tuple[str, ...]
    media: tuple[str, ...]
    slots: dict[str, tuple[str, ...]]


SURNAMES = tuple("王李张刘陈杨赵黄周吴徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余")
GIVEN = lines(
    """建国|秀英|志强|晓梅|文华|海燕|国庆|玉兰|永康|春生|丽娟|伟东|明远|雪芹|立新|桂香|振华|慧敏|俊杰|小雨
    思远|佳怡|浩然|子涵|雨桐|一鸣|静怡|天佑|晓峰|红梅|德胜|美玲|学军|凤英|少华|宏伟|淑珍|长青|若兰|启明
    敏|涛|静|磊|芳|军|娜|勇|杰|霞|鹏|琳|超|洁|斌|颖|刚|燕|平|辉"""
)
CITIES = lines("青岚|东屏|平澜|临渚|云栖|南溪|白河|望川|景阳|松岭")

COMMON: dict[str, tuple[str, ...]] = {
    "name": tuple(surname + given for surname in SURNAMES for given in GIVEN),
    "surname": SURNAMES,
    "city": CITIES,
    "n": lines("三|四|五|六|七|八|九|十|十二|十五|二十|三十"),
    "few": lines("两|三|四|五|六"),
    "nn": lines("一百|一百二十|两百|三百|四百五十|五百|八百|一千|一千二百|三千|五千|上万"),
    "pct": lines(
        """百分之三|百分之五|百分之六|百分之八|百分之十|百分之十二|百分之十五|百分之二十|三成|近 一半"""
    ),
    "bigpct": lines("百分之七十|百分之八十|百分之八十五|百分之九十|百分之九十五|八成 以上|九成"),
    "when": lines(
        """下 个 月|下 周|明年|明年 春天|今年 年底|明年 上半年
        国庆节 前|九月|十月 底|春节 前|本 周末|后天|暑假 期间"""
    ),
    "since": lines(
        """从 下周一 起|从 明天 起|从 下 个 月 起|从 九月 一日 起|从 今年 七月 起|自 即日 起|从 明年 开始"""
    ),
    "past": lines("去年|上 个 月|前年|今年 年初|上周|去年 冬天|前 一 段 时间"),
    "last": lines("去年|去年 同期|往年|上 年 同期"),
    "yr": lines("去年|前年"),
    "recent": lines("上半年|今年|第一 季度|本 月"),
    "good": lines("比较 顺利|相当 不错|越来越 好|比 预想 的 好|令人 满意"),
    "bad": lines("不 太 理想|比较 困难|不 容 乐观|比 预想 的 差|令人 担心"),
}

SCHOOL = Scene(
    name="school",
    people=lines(
        """校长|{name} 校长|副校长 {name}|班主任|班主任 {name}|{surname} 老师|{name} 老师|这 位 老 教师
            教育局 局长 {name}
        学校 负责人|一 位 任课 老师|参加 座谈 的 家长|学生会 主席 {name}|刚 毕业 的 大学生 {name}
        {city} 师范 大学 教授 {name}
        几 位 家长|从 山区 来 的 老师"""
    ),
    bodies=lines("学校|教育局|{city} 市 教育局|招生 办公室|校 学生会|{city} 市 第二 中学|教务处"),
    audience=lines("全体 学生|家长们|新生|老师们|来访 的 客人|毕业班 的 同学|同学们|班 里 的 孩子"),
    facts=lines(
        """今年 的 招生 人数 比 {last} 增加 了 {pct}
        已经 有 {n} 名 教师 参加 了 暑期 培训
        新 的 {building} 将 在 {when} 投入 使用
        这 次 考试 的 {subject} 题目 {hard}
        许多 学生 每天 的 睡眠 时间 不足 {few} 个 小时
        学校 仍然 缺少 {subject} 老师
        今年 毕业生 的 就业率 达到 了 {bigpct}
        报名 参加 {club} 的 学生 越来越 多
        孩子 的 成绩 和 家庭 环境 有 很 大 关系
        食堂 的 饭菜 价格 暂时 不会 上涨
        {past} 有 {n} 名 学生 获得 了 奖学金
        农村 学校 的 {condition} 已经 有 了 明显 改善
        这 种 教学 方法 {method}
        不少 学生 对 {subject} 课 很 感 兴趣
        运动会 原定 的 日期 可能 要 推迟
        {city} 市 的 {n} 所 中学 都 建 起 了 {building}
        学生 的 课外 作业 {homework}
        参加 这 次 比赛 的 选手 来自 {n} 所 学校
        图书馆 的 藏书 已经 超过 {nn} 册
        这 个 班 的 学生 进步 很 快"""
    ),
    decisions=lines(
        """{since} 延长 图书馆 的 开放 时间
        {when} 举办 {festival}
        取消 原定 于 {when} 举行 的 考试
        {since} 为 学生 免费 提供 午餐
        把 开学 日期 推迟 {few} 天
        增加 {n} 个 招生 名额
        {when} 派 {n} 名 教师 到 山区 学校 任教"""
    ),
    proposals=lines(
        """应该 减轻 学生 的 课业 负担
        学校 要 更加 重视 {care}
        家长 应当 多 抽 时间 陪伴 孩子
        不能 只 用 分数 来 评价 学生
        要 给 年轻 教师 更 多 的 锻炼 机会
        必须 保证 学生 每天 一 个 小时 的 体育 锻炼
        教育 经费 应该 向 农村 学校 倾斜"""
    ),
    complaints=lines(
        """孩子 的 作业 实在 太 多|食堂 的 饭菜 不 合 口味
        学校 离 家 太 远|考试 的 次数 太 多|操场 上 连 一 个 篮球架 都 没有"""
    ),
    topics=lines(
        """学校 的 招生 情况|这 次 考试 的 安排|孩子 的 学习 情况|{building} 的 建设 情况|课程 改革
            毕业生 的 就业 问题|自己 的 求学 经历
        {care}|学校 的 发展 规划|午餐 质量|新生 的 住宿 问题|{festival} 的 筹备 情况
        {subject} 课 的 教学 方法|班级 里 发生 的 事"""
    ),
    contents=lines("录取 结果|考试 成绩|获奖 名单|招生 计划|放假 时间|新 的 作息 时间|入学 条件"),
    places=lines(
        """在 教室 里|在 开学 典礼 上|在 家长会 上|在 新生 见面会 上|在 操场 上|在 学校 礼堂
        在 教师 座谈会 上|在 课堂 上"""
    ),
    media=lines(
        """在 毕业 留言 中|在 给 家长 的 信 中|通过 学校 网站|在 工作 总结 里|在 校报 上|在 作文 里
        通过 校园 广播"""
    ),
    slots={
        "building": lines("教学楼|图书馆|体育馆|宿舍楼|实验楼|游泳馆"),
        "subject": lines("数学|语文|英语|物理|化学|音乐|美术|历史"),
        "hard": lines("有点 难|比较 简单|难度 适中|比 往年 难|出 得 很 灵活"),
        "club": lines("合唱团|篮球队|书法 小组|科技 小组|话剧社|足球队"),
        "condition": lines("办学 条件|教学 设备|师资 力量|住宿 条件"),
        "method": lines("收到 了 很 好 的 效果|值得 推广|受到 学生 的 欢迎|还 需要 进一步 完善"),
        "homework": lines("比 以前 少 了 很多|不 应该 太 多|主要 由 自己 完成"),
        "festival": lines("校园 艺术节|读书节|科技节|秋季 运动会|校庆 活动"),
        "care": lines("学生 的 心理 健康|校园 安全|学生 的 阅读 习惯|安全 教育|劳动 教育"),
    },
)

HEALTH = Scene(
    name="health",
    people=lines(
        """医生|主治 医生 {name}|{surname} 大夫|院长 {name}|护士长|护士 {name}|这 位 年轻 的 医生
            一 位 刚 出院 的 病人|病人 家属
        卫生局 副局长 {name}|营养 专家 {name}|社区 医院 的 大夫|负责 治疗 的 专家|急诊科 主任 {name}
        他 的 主治 医生|几 位 志愿者"""
    ),
    bodies=lines("医院|卫生局|{city} 市 卫生局|中心 医院|疾病 控制 中心|{city} 市 人民 医院|院方"),
    audience=lines("病人|病人 家属|护士们|前来 体检 的 居民|年轻 医生|社区 居民|候诊 的 病人"),
    facts=lines(
        """病人 的 病情 已经 {stable}
        手术 进行 得 {good}
        最近 患 {disease} 的 人 比 {last} 增加 了 {pct}
        这 种 药 对 {organ} 没有 明显 的 副作用
        医院 每天 要 接待 {nn} 名 病人
        长期 熬夜 会 影响 {organ}
        新 的 门诊楼 将 在 {when} 启用
        {disease} 大多 可以 通过 {way} 来 预防
        这 次 体检 发现 了 {n} 名 {disease} 患者
        老人 手术 后 恢复 得 很 快
        目前 还 没有 治疗 这 种 病 的 特效药
        {city} 市 已经 有 {bigpct} 的 居民 接种 了 疫苗
        饮食 过 咸 容易 引起 {disease}
        {past} 献血 的 人数 有所 下降
        儿科 医生 仍然 十分 缺乏
        病房 里 的 床位 已经 不够
        睡眠 不足 是 {disease} 的 主要 原因 之一
        孩子 的 烧 已经 退 了
        受伤 的 {n} 个 人 都 已 脱离 危险"""
    ),
    decisions=lines(
        """{since} 取消 挂号费
        {when} 在 全 市 开展 免费 体检
        {since} 延长 门诊 时间
        {when} 派 医疗队 到 山区 巡诊
        为 {nn} 名 老人 建立 健康 档案
        降低 {n} 种 常用 药 的 价格"""
    ),
    proposals=lines(
        """老年人 要 坚持 {way}
        应该 加强 对 {disease} 的 预防
        病人 必须 按时 吃 药
        要 尽快 改善 乡镇 医院 的 条件
        每年 至少 应该 做 一 次 体检
        不要 自己 随便 买 药 吃"""
    ),
    complaints=lines(
        """看 一 次 病 要 排 半 天 队|药 的 价格 太 高|病房 里 太 吵|挂号 的 窗口 太 少|夜里 总 睡 不 好 觉"""
    ),
    topics=lines(
        """病人 的 病情|手术 的 经过|{disease} 的 预防 方法|医院 的 管理 问题|自己 的 病史|药品 价格 问题
            这 种 新药 的 疗效|老人 的 身体 状况
        医患 关系|疫苗 接种 情况|抢救 的 过程|在 山区 行医 的 经历|护士 短缺 的 原因"""
    ),
    contents=lines("化验 结果|体检 结果|检查 结果|新 的 收费 标准|疫情 数据|会诊 意见|专家 门诊 的 时间"),
    places=lines(
        """在 病房 里|在 医院 会议室 里|在 健康 讲座 上|在 急诊室 门口|在 医院 走廊 里|在 学术 年会 上
        在 社区 活动 中心"""
    ),
    media=lines(
        """在 病历 中|在 诊断 报告 中|通过 健康 热线|在 科普 文章 里|在 电视 节目 里|在 一 本 医学 杂志 上"""
    ),
    slots={
        "stable": lines("得到 控制|基本 稳定|有所 好转|明显 好转"),
        "disease": lines("感冒|高血压|糖尿病|胃病|肺炎|近视|失眠症|心脏病"),
        "organ": lines("肝脏|心脏|胃|视力|记忆力|身体|免疫力"),
        "way": lines("适量 运动|合理 饮食|定期 体检|早 睡 早 起|散步"),
    },
)

WEATHER = Scene(
    name="weather",
    people=lines(
        """气象 专家|气象 专家 {name}|气象台 台长 {name}|首席 预报员 {name}|环保局 局长 {name}
            一 位 环保 志愿者|护林员 {name}
        河边 的 渔民|长期 研究 沙漠 的 学者|水利 工程师 {name}|防汛 办公室 主任|林业局 负责人
        值班 的 预报员|生态 学家 {name}"""
    ),
    bodies=lines("气象台|{city} 市 气象台|环保局|省 环保局|防汛 办公室|林业局|环境 监测站|省 水利厅"),
    audience=lines("市民|沿岸 居民|参观 的 学生|各 县 的 代表|前来 采访 的 记者|渔民们"),
    facts=lines(
        """{soon} 将 有 一 场 {rain}
        {past} 的 降水量 比 常年 减少 {pct}
        今年 夏天 的 平均 气温 比 {last} 高 {few} 度
        {river} 的 水位 已经 超过 警戒线
        台风 将 在 {soon} 登陆
        {city} 市 的 空气 质量 有 了 明显 改善
        这 一带 的 地下水 污染 {serious}
        {yr} 全 省 共 植树 {nn} 亩
        湖 里 的 水鸟 已经 增加 到 {nn} 只
        连续 {few} 天 的 {rain} 给 交通 带来 了 影响
        这 场 雪 对 小麦 生长 十分 有利
        沙尘 天气 主要 来自 {north}
        {river} 的 水质 {good}
        受 冷空气 影响 ， {north} 的 气温 将 明显 下降
        {bigpct} 的 工业 废水 已经 得到 处理
        这 里 的 森林 面积 每年 减少 {nn} 公顷
        山 上 的 {n} 种 珍稀 植物 正在 消失
        当地 的 干旱 还 会 持续 {few} 个 星期"""
    ),
    decisions=lines(
        """{since} 关闭 {n} 家 污染 严重 的 工厂
        {when} 启动 {river} 的 治理 工程
        {since} 禁止 在 湖 里 捕鱼
        在 {north} 建立 {few} 个 自然 保护区
        {since} 在 全 市 实行 垃圾 分类"""
    ),
    proposals=lines(
        """应该 尽快 治理 {river} 的 污染
        必须 做 好 防汛 准备
        要 保护 好 这 片 森林
        市民 出门 要 注意 防寒 保暖
        工厂 不能 再 把 废水 排 进 河 里
        各地 要 提前 准备 好 抗旱 设备"""
    ),
    complaints=lines(
        """今年 夏天 实在 太 热|河 里 的 鱼 越来越 少|一 到 冬天 就 看 不 见 蓝天|垃圾 没有 人 管
        雨 一 下 就 是 半 个 月"""
    ),
    topics=lines(
        """{river} 的 污染 问题|今年 的 降水 情况|台风 的 影响|气候 变化|垃圾 分类 的 好处
            {north} 的 沙尘 天气|防汛 工作|湿地 保护 的 意义
        自己 看见 的 景象|洪水 到来 时 的 情景|保护区 的 现状|水土 流失 的 原因"""
    ),
    contents=lines("暴雨 预警|天气 预报|空气 质量 数据|监测 结果|大风 蓝色 预警|环境 状况 公报|治理 方案"),
    places=lines(
        """在 防汛 会议 上|在 河边|在 气象台|在 环保 论坛 上|在 森林 公园|在 水库 大坝 上|在 湖边 的 观测站"""
    ),
    media=lines(
        """在 调查 报告 中|通过 手机 短信|在 天气 预报 节目 中|在 监测 日志 里|通过 电视台|在 年度 公报 中"""
    ),
    slots={
        "rain": lines("大雨|暴雨|大雪|雷阵雨|小雨"),
        "soon": lines("今天 夜里|明天 上午|后天|本 周末"),
        "river": lines("清水河|白河|东湖|月亮湖|云溪"),
        "north": lines("北方|西北 地区|山区|沿海 地区|南方"),
        "serious": lines("相当 严重|正在 加重|已经 得到 控制|比 想象 的 严重"),
    },
)

TRAFFIC = Scene(
    name="traffic",
    people=lines(
        """司机|出租车 司机 {name}|公交 司机 {name}|交警 {name}|交通局 局长 {name}|地铁 公司 经理 {name}
            列车长|一 位 等 车 的 乘客|带 着 孩子 的 乘客
        工程 负责人|桥梁 专家 {name}|机场 工作 人员|车站 站长 {name}|几 位 老 乘客|货车 司机
        设计 这 座 桥 的 工程师"""
    ),
    bodies=lines("交通局|{city} 市 交通局|铁路 部门|地铁 公司|公交 公司|机场|航空 公司|交警 部门"),
    audience=lines("乘客|过往 的 司机|旅客们|等 车 的 乘客|新 司机|市民 代表"),
    facts=lines(
        """{line} 将 在 {when} 通车
        {recent} 全 市 的 {accident} 比 {last} 下降 了 {pct}
        这 条 公路 全 长 {nn} 公里
        {holiday} 的 火车票 已经 全部 卖 完
        由于 {fog} ， {few} 趟 列车 晚点
        地铁 每天 运送 乘客 {nn} 人次
        大桥 的 设计 使用 时间 为 一百 年
        {city} 机场 每天 起降 {nn} 个 航班
        事故 是 由 司机 {cause} 造成 的
        新 买 的 {n} 辆 公交车 都 使用 清洁 能源
        早晨 上班 时间 {road} 经常 堵车
        {line} 的 工程 进展 {good}
        市区 的 停车位 还 缺少 {nn} 个
        骑 自行车 上班 的 人 越来越 多
        坐 高铁 到 {city} 只 要 {few} 个 小时
        这 座 桥 每天 要 通过 {nn} 辆 汽车
        受 大雪 影响 ， {road} 暂时 封闭
        飞机 比 原定 时间 晚 到 了 {few} 个 小时"""
    ),
    decisions=lines(
        """{since} 降低 地铁 票价
        {since} 对 {road} 进行 维修
        {when} 增开 {n} 趟 临时 列车
        {when} 开通 到 {city} 的 航线
        {since} 允许 老人 免费 乘 车
        取消 {n} 个 收费站"""
    ),
    proposals=lines(
        """应该 优先 发展 公共 交通
        司机 开车 时 不能 打 电话
        要 尽快 修好 {road}
        必须 严格 检查 车辆 的 安全 状况
        行人 也 要 遵守 交通 规则
        应当 在 学校 门口 设置 红绿灯"""
    ),
    complaints=lines(
        """公交车 等 了 半 个 小时 也 不 来|路 上 天天 堵车|停车 的 地方 太 难 找|火车票 太 难 买
        车厢 里 挤 得 喘 不 过 气 来"""
    ),
    topics=lines(
        """{line} 的 建设 情况|事故 发生 的 经过|停车 难 的 问题|春运 的 准备 工作|票价 调整 的 原因
            城市 交通 规划|自己 的 驾驶 经历
        列车 晚点 的 原因|行车 安全|大桥 的 设计 特点|公共 交通 的 发展"""
    ),
    contents=lines(
        """新 的 列车 时刻表|票价 调整 方案|事故 调查 结果|航班 取消 的 消息|通车 日期|春运 方案|限行 规定"""
    ),
    places=lines(
        """在 事故 现场|在 车站 广场|在 候车室 里|在 通车 典礼 上|在 听证会 上|在 出租车 里|在 机场 大厅
        在 施工 现场"""
    ),
    media=lines("通过 车站 广播|在 交通 广播 里|在 事故 报告 中|在 公司 网站 上|通过 微信群|在 安全 手册 里"),
    slots={
        "line": lines("地铁 三 号 线|环城 公路|新 建 的 高速 铁路|跨 江 大桥|机场 高速"),
        "holiday": lines("春节 期间|国庆节 前|本 周末"),
        "accident": lines("交通 事故|车祸|违章 停车"),
        "fog": lines("大雾|大雪|暴雨|设备 故障"),
        "cause": lines("疲劳 驾驶|酒后 驾车|操作 不当|超速 行驶"),
        "road": lines("中山路|人民路|环城 公路|新华街|西 大街"),
    },
)

FARM = Scene(
    name="farm",
    people=lines(
        """村长|村长 {name}|农业 专家 {name}|县长 {name}|种粮 大户 {name}|果农 {name}|养殖户
            农技 站长 {name}|一 位 正在 摘 苹果 的 农民|老 支书
        返乡 创业 的 青年 {name}|合作社 社长 {name}|前来 收购 的 商人|几 位 菜农|农业局 副局长 {name}
        村 里 的 老人"""
    ),
    bodies=lines("农业局|县 政府|乡 政府|村委会|农业 合作社|{city} 县 农业局|省 农业厅|种子 公司"),
    audience=lines("村民|乡亲们|农民朋友|合作社 社员|前来 参观 的 客人|村 干部"),
    facts=lines(
        """今年 的 {crop} 产量 比 {last} 增长 {pct}
        {crop} 的 收购价 比 {last} 高 了 {pct}
        村 里 有 {n} 户 人家 盖 起 了 新 房
        {yr} 全 村 的 人均 收入 超过 {nn} 元
        这 种 新 品种 的 {crop} {trait}
        {city} 县 已经 种植 {crop} {nn} 亩
        受 干旱 影响 ， 今年 {crop} 可能 减产 {pct}
        {few} 年 前 这里 还是 一 片 荒山
        村 里 的 年轻人 大多 在 外 打工
        通往 山 外 的 公路 将 在 {when} 修通
        {crop} 的 销路 {good}
        合作社 的 社员 已经 发展 到 {nn} 人
        网上 卖 出 的 {crop} 占 总量 的 {pct}
        {bigpct} 的 农户 用 上 了 自来水
        化肥 的 价格 又 涨 了 {pct}
        村 里 的 小学 {past} 翻修 一新
        养 {animal} 的 收入 比 种 地 高
        今年 春耕 的 种子 已经 准备 好 了"""
    ),
    decisions=lines(
        """{since} 免费 为 农民 提供 {crop} 种子
        {when} 开始 修建 灌溉 水渠
        向 {n} 户 贫困 家庭 发放 贷款
        {when} 举办 {crop} 节
        {since} 提高 粮食 收购价
        请 专家 {when} 到 村 里 讲课"""
    ),
    proposals=lines(
        """要 大力 发展 特色 农业
        应该 鼓励 年轻人 回 乡 创业
        农民 必须 学会 科学 种田
        要 想 办法 增加 农民 的 收入
        不能 随意 占用 耕地
        应当 扩大 {crop} 的 种植 面积"""
    ),
    complaints=lines(
        """{crop} 卖 不 出 好 价钱|今年 的 雨水 太 少|化肥 的 价格 涨 得 太 快|进 城 的 路 太 难 走
        年轻人 都 不 愿意 种 地"""
    ),
    topics=lines(
        """今年 的 收成|{crop} 的 种植 技术|村 里 的 变化|农产品 的 销路 问题|修 路 的 经过
            土地 承包 政策|自己 的 创业 经历|春耕 的 准备 情况
        养 {animal} 的 经验|农民 的 收入 情况|当年 开荒 的 情景|村委会 的 工作"""
    ),
    contents=lines(
        """粮食 收购价|村务 账目|选举 结果|贷款 政策|补贴 标准|今年 的 收购 计划|合作社 的 分红 方案"""
    ),
    places=lines(
        """在 村民 大会 上|在 田头|在 果园 里|在 村 口|在 养殖场|在 全 县 农业 会议 上|在 合作社 的 院子 里"""
    ),
    media=lines("在 村 广播 里|在 工作 报告 中|通过 网络 直播|在 县报 上|在 宣传 册 里|在 电话 里"),
    slots={
        "crop": lines("小麦|玉米|水稻|苹果|蔬菜|大豆|棉花|土豆|西瓜"),
        "trait": lines("产量 高|不 怕 旱|口感 好|生长 期 短|适合 在 山区 种植"),
        "animal": lines("羊|牛|鱼|鸡|蜜蜂"),
    },
)

BUSINESS = Scene(
    name="business",
    people=lines(
        """经理|总经理 {name}|公司 董事长 {name}|厂长|厂长 {name}|销售 经理 {name}|财务 主管
            车间 主任 {name}|工会 主席|经济 学家 {name}
        一 位 不 愿 透露 姓名 的 员工|公司 发言人|刚 退休 的 工人|市长 {name}|银行 行长 {name}
        小 店 的 老板|几 位 股东|在 公司 工作 多年 的 会计"""
    ),
    bodies=lines("公司|该 公司|董事会|银行|市 政府|统计局|物价局|消费者 协会|{firm} 公司|中央 银行"),
    audience=lines("全体 员工|股东|客户|投资者|消费者|车间 工人|合作 伙伴|分 公司 经理"),
    facts=lines(
        """公司 {recent} 的 {profit} 比 {last} 增长 {pct}
        这 种 新 产品 将 在 {when} 上市
        {product} 的 价格 近期 不会 上涨
        公司 目前 没有 裁员 的 计划
        工厂 每天 可以 生产 {nn} 台 {product}
        {product} 的 出口量 已经 连续 {few} 个 月 下降
        公司 正在 和 {n} 家 企业 谈判
        原材料 价格 上涨 给 生产 带来 了 困难
        {bigpct} 的 订单 来自 国外
        新 厂房 的 建设 进展 {good}
        今年 的 经济 形势 {bad}
        双方 已经 签订 了 为期 {few} 年 的 合同
        客户 对 产品 质量 的 评价 {good}
        企业 的 用工 成本 {yr} 提高 了 {pct}
        网上 购物 已经 成为 一 种 习惯
        公司 欠 银行 的 贷款 已经 全部 还 清
        市场 上 {product} 的 需求 还 在 增加
        {past} 共有 {n} 家 小 企业 倒闭
        工人 的 平均 工资 提高 了 {pct}"""
    ),
    decisions=lines(
        """{since} 降低 {product} 的 价格
        {since} 给 全体 员工 加 薪 {pct}
        {when} 关闭 {few} 家 亏损 的 分店
        {when} 在 {city} 建立 新 的 工厂
        收购 一 家 生产 {product} 的 企业
        召回 {nn} 台 有 质量 问题 的 {product}
        由 {name} 担任 总经理"""
    ),
    proposals=lines(
        """企业 要 把 产品 质量 放 在 第一 位
        应该 降低 小 企业 的 税费
        必须 加快 新 产品 的 开发
        要 努力 开拓 国外 市场
        不能 靠 降价 来 竞争
        应当 保护 消费者 的 利益"""
    ),
    complaints=lines(
        """加班 的 时间 太 长|工资 好 几 年 没有 涨|税费 太 重|{product} 的 质量 一 年 不如 一 年
        贷款 的 手续 太 麻烦"""
    ),
    topics=lines(
        """公司 的 经营 情况|产品 质量 问题|企业 的 发展 前景|新 产品 的 性能|公司 的 用人 制度
            双方 合作 的 条件|今年 的 经济 形势|物价 上涨 的 原因
        自己 的 创业 故事|工厂 的 生产 情况|与 对方 谈判 的 过程|市场 竞争|员工 的 待遇 问题"""
    ),
    contents=lines(
        """年度 财务 报告|人事 任命|销售 数据|合作 计划|裁员 名单|招聘 启事|新 产品 的 价格|分红 方案"""
    ),
    places=lines(
        """在 董事会 上|在 新闻 发布会 上|在 股东 大会 上|在 车间 里|在 产品 展览会 上|在 经济 论坛 上
        在 办公室 里|在 谈判 桌 上"""
    ),
    media=lines(
        """在 年度 报告 中|在 公司 公告 中|通过 公司 网站|在 内部 邮件 里|在 产品 说明书 中|在 财经 杂志 上
        在 公开信 中"""
    ),
    slots={
        "profit": lines("利润|销售额|产值|出口额|营业 收入"),
        "product": lines("手机|空调|电脑|洗衣机|电动车|电视机|冰箱"),
        "firm": lines("华岭|东辰|海澜湾|新禾|远松"),
    },
)

CULTURE = Scene(
    name="culture",
    people=lines(
        """导演|导演 {name}|青年 演员 {name}|作家 {name}|这 位 老 艺术家|博物馆 馆长 {name}|画家 {name}
            图书馆 馆长|文物 专家 {name}|考古队 队长 {name}
        出版社 编辑 {name}|歌手 {name}|讲解员|一 位 从 外地 赶 来 的 观众|评委 {name}|文化局 局长
        民间 艺人 {name}"""
    ),
    bodies=lines("博物馆|文化局|出版社|剧组|省 博物馆|考古队|组委会|评委会|{city} 市 图书馆|电影 公司"),
    audience=lines("观众|读者|参观者|影迷|学习 书法 的 孩子|剧组 人员|前来 参观 的 学生|台下 的 歌迷"),
    facts=lines(
        """这 部 电影 将 在 {when} 上映
        新 书 的 销量 已经 超过 {nn} 册
        这 {thing} 已经 有 {nn} 年 的 历史
        小说 的 主人公 是 一 位 {job}
        {past} 参观 博物馆 的 人数 增加 了 {pct}
        展览 将 持续 {few} 个 月
        这 幅 画 是 {name} 的 作品
        这 部 戏 的 拍摄 过程 {good}
        古城 遗址 出土 了 {nn} 件 文物
        电影 的 结尾 {ending}
        会 唱 这 种 戏 的 人 越来越 少
        传统 手工艺 需要 年轻人 来 继承
        已经 有 {n} 部 作品 入围
        {city} 图书馆 每天 接待 读者 {nn} 人
        演出 的 门票 {few} 天 就 卖 完 了
        那 座 古塔 的 修复 工作 还 需要 {few} 年
        {bigpct} 的 观众 对 演出 表示/v 满意
        自己 从小 就 喜欢 {art}
        写 这 本 书 用 了 {few} 年 时间"""
    ),
    decisions=lines(
        """{since} 免费 开放 {n} 个 展厅
        {when} 举办 {art} 展览
        取消 原定 于 {when} 举行 的 演唱会
        把 门票 价格 降低 {pct}
        {when} 出版 {name} 的 全集
        {since} 停止 接待 游客"""
    ),
    proposals=lines(
        """要 保护 好 这些 珍贵 的 文物
        应该 让 孩子 多 读 一些 好 书
        演员 必须 深入 生活
        不能 为了 赚 钱 而 降低 作品 的 质量
        要 重视 {art} 的 传承
        应当 支持 年轻 作家 的 创作"""
    ),
    complaints=lines(
        """现在 的 好 剧本 太 少|门票 的 价格 太 高|读 书 的 人 越来越 少|排练 的 时间 太 短
        展厅 里 的 灯光 太 暗"""
    ),
    topics=lines(
        """小说 的 创作 过程|文物 的 来历|这 部 电影 的 拍摄 经过|自己 的 艺术 道路|{art} 的 历史
            展览 的 筹备 情况|这 幅 画 的 特点|剧本 的 修改
        古城 的 保护 问题|人物 的 命运|童年 的 生活|门票 收入|发现 古墓 的 经过"""
    ),
    contents=lines("获奖 名单|展览 时间|演员 名单|考古 发现|评选 结果|票房 数字|巡演 计划"),
    places=lines(
        """在 首映式 上|在 展览 开幕式 上|在 图书馆 里|在 签售会 上|在 颁奖 典礼 上|在 剧场 后台|在 考古 现场
        在 展厅 里"""
    ),
    media=lines(
        """在 新 书 的 序言 中|在 自传 里|在 给 友人 的 信 中|通过 文化 频道|在 一 篇 文章 里|在 日记 中
        在 微博 上|在 回忆录 里"""
    ),
    slots={
        "thing": lines("座 古桥|种 工艺|棵 老 树|件 瓷器|座 寺庙"),
        "job": lines("乡村 教师|老 医生|普通 工人|退伍 军人|渔民 的 女儿"),
        "ending": lines("改 了 {few} 次|出乎 所有 人 的 意料|是 后来 补 拍 的|让 很多 人 流 下 了 眼泪"),
        "art": lines("书法|剪纸|京剧|民乐|国画|木雕"),
    },
)

SPORT = Scene(
    name="sport",
    people=lines(
        """教练|主教练 {name}|队长 {name}|领队|守门员 {name}|老 队员 {name}|年轻 选手 {name}
            裁判长 {name}|体育局 局长 {name}|俱乐部 主席 {name}
        一 位 随 队 的 医生|受伤 的 队员|刚 拿 到 冠军 的 {name}|球迷 协会 会长|体育 评论员 {name}
        对方 教练"""
    ),
    bodies=lines("组委会|体育局|俱乐部|{city} 队|国家队|足球 协会|裁判 委员会|赞助商"),
    audience=lines("队员们|球迷|媒体|现场 观众|年轻 队员|支持 自己 的 球迷"),
    facts=lines(
        """{name} 的 {injury} 已经 基本 恢复
        这 场 比赛 的 对手 实力 {strong}
        全 队 {past} 的 训练 {good}
        {team} 有 {n} 名 队员 不能 参加 比赛
        比赛 将 在 {when} 举行
        这 次 运动会 共有 {nn} 名 选手 参加
        新 体育馆 可以 容纳 {nn} 名 观众
        {team} 在 {past} 的 比赛 中 只 输 了 {few} 场
        {name} 将 在 {when} 退役
        队员们 的 体能 下降 得 很 快
        客场 作战 的 困难 比 预想 的 多
        裁判 的 那 次 判罚 {judge}
        队伍 最 大 的 问题 是 缺乏 经验
        球队 {past} 换 了 {few} 位 教练
        参加 长跑 的 市民 比 {last} 多 了 {pct}
        这 个 成绩 比 世界 纪录 只 差 一 秒
        这 块 金牌 属于 全 队
        他 的 状态 {good}"""
    ),
    decisions=lines(
        """把 比赛 推迟 到 {when} 举行
        {since} 更换 主教练
        {when} 到 {city} 集训
        对 违规 的 {few} 名 队员 停赛 {n} 场
        {when} 举办 一 场 慈善 比赛
        退出 {when} 的 比赛"""
    ),
    proposals=lines(
        """队员 必须 保持 冷静
        要 重视 年轻 队员 的 培养
        不能 小看 任何 一 个 对手
        应该 让 更 多 的 人 参加 体育 锻炼
        球队 要 加强 防守
        裁判 应当 公正 执法"""
    ),
    complaints=lines(
        """比赛 的 日程 太 紧|场地 的 条件 太 差|裁判 不 公平|对手 的 动作 太 粗野|训练 实在 太 累"""
    ),
    topics=lines(
        """球队 的 训练 情况|比赛 的 经过|下 一 场 比赛|自己 的 伤病|年轻 队员 的 表现|失利 的 原因
            球队 的 未来|场馆 的 使用 问题
        运动员 的 退役 安置|那 次 判罚|夺冠 的 感受|对手 的 特点"""
    ),
    contents=lines("参赛 名单|比赛 日程|比赛 结果|兴奋剂 检测 结果|处罚 决定|转会 消息|首发 阵容"),
    places=lines(
        """在 赛后 的 记者会 上|在 训练场 上|在 更衣室 里|在 开幕式 上|在 机场|在 领奖台 上|在 球迷 见面会 上
        在 球场 边"""
    ),
    media=lines(
        """在 个人 博客 中|在 电视 转播 中|通过 俱乐部 网站|在 赛后 总结 里|在 体育 报 上|在 自传 中
        在 社交 媒体 上"""
    ),
    slots={
        "injury": lines("腿伤|腰伤|肩伤|脚伤"),
        "strong": lines("很 强|与 我们 差不多|不 可 轻视|有所 下降"),
        "team": lines("{city} 队|女排|男篮|客队|主队"),
        "judge": lines("没有 问题|影响 了 比赛 结果|引起 了 争议"),
    },
)

SCIENCE = Scene(
    name="science",
    people=lines(
        """教授|{surname} 教授|物理 学家 {name}|工程师 {name}|总 设计师 {name}|研究所 所长 {name}
            博士生 {name}|实验室 主任 {name}|从 国外 回来 的 专家
        天文 学家 {name}|负责 这 个 项目 的 研究员|中科院 院士 {name}|几 位 年轻 的 科研 人员
        论文 的 第一 作者 {name}|航天员 {name}|软件 工程师 {name}"""
    ),
    bodies=lines("研究所|课题组|科技部|科学院|{city} 大学|科技局|航天 部门|专家组|学会"),
    audience=lines("同行|学生|与会 专家|青年 科研 人员|来访 的 学者|项目 组 成员|在场 的 科学家"),
    facts=lines(
        """这 项 {tech} 已经 {tstate}
        卫星 将 在 {when} 发射
        实验 数据 与 理论 计算 {agree}
        课题组 {past} 发表 了 {n} 篇 论文
        这 种 材料 比 钢 轻 {pct}
        机器人 可以 代替 人 完成 {bigpct} 的 工作
        飞船 各 系统 工作 正常
        研究 经费 {yr} 增加 了 {pct}
        科学家 在 {where} 发现 了 {n} 种 新 的 {creature}
        这 台 计算机 每 秒 可以 运算 {nn} 亿 次
        新 的 电池 充电 只 需要 {few} 分钟
        这 个 假设 还 没有 得到 证明
        项目 的 进展 {good}
        他们 已经 进行 了 {nn} 次 试验
        人工 智能 会 改变 人们 的 生活
        这 颗 {creature2} 离 地球 大约 {nn} 光年
        地下 深处 可能 存在 水
        仪器 的 误差 比 {last} 减小 了 {pct}
        第一 次 试验 失败 的 原因 是 {cause}"""
    ),
    decisions=lines(
        """{when} 进行 第二 次 试验
        {since} 向 社会 开放 {n} 个 实验室
        {when} 成立 {tech} 研究 中心
        投资 {nn} 万 元 建设 新 的 观测站
        终止 与 对方 的 合作
        {when} 派 {few} 支 考察队 前往 {where}"""
    ),
    proposals=lines(
        """应该 加强 基础 研究
        要 给 青年 科学家 更 多 的 支持
        科学 研究 必须 尊重 事实
        要 加快 {tech} 的 应用
        不能 忽视 {tech} 带来 的 风险
        应当 让 公众 更 多 地 了解 科学"""
    ),
    complaints=lines(
        """科研 经费 太 少|填写 表格 花 了 太 多 时间|实验室 的 设备 太 陈旧|论文 评审 的 时间 太 长
        愿意 做 基础 研究 的 人 太 少"""
    ),
    topics=lines(
        """{tech} 的 原理|实验 的 过程|项目 的 进展 情况|科研 经费 问题|宇宙 的 起源|这 项 发明 的 用途
            论文 的 主要 观点|人才 培养 问题
        {tech} 的 发展 前景|留学 期间 的 生活|卫星 的 工作 情况|科研 道德|失败 的 教训"""
    ),
    contents=lines("最新 研究 成果|实验 数据|项目 评审 结果|考察 报告|获奖 名单|航天员 名单|测试 结果"),
    places=lines(
        """在 学术 会议 上|在 实验室 里|在 发射 中心|在 科普 讲座 上|在 成果 鉴定会 上|在 大学 的 讲台 上
        在 考察 途中"""
    ),
    media=lines(
        """在 论文 中|在 学术 期刊 上|在 科普 读物 里|在 实验 报告 中|通过 学会 网站|在 电子 邮件 中
        在 专著 里"""
    ),
    slots={
        "tech": lines("人工 智能 技术|通信 技术|新 材料 技术|基因 技术|节能 技术|遥感 技术"),
        "tstate": lines("用于 生产|达到 国际 先进 水平|申请 了 专利|进入 试验 阶段|走 出 实验室"),
        "agree": lines("基本 一致|有 较 大 差别|完全 吻合"),
        "where": lines("深海|南极|热带 雨林|高原"),
        "creature": lines("鱼类|植物|昆虫|细菌"),
        "creature2": lines("行星|恒星|小行星"),
        "cause": lines("电路 故障|计算 错误|材料 不 合格|温度 过 高"),
    },
)

CITY = Scene(
    name="city",
    people=lines(
        """居委会 主任 {name}|物业 经理 {name}|邻居|隔壁 的 {surname} 大妈|派出所 所长 {name}|民警 {name}
            律师 {name}|法官|目击者|附近 商店 的 老板
        消防 队员 {name}|社区 志愿者 {name}|热心 居民 {name}|当事人 {name}|保安|送 快递 的 小伙子
        一 位 过路 的 老人|业主 代表"""
    ),
    bodies=lines("警方|居委会|物业 公司|法院|{city} 市 公安局|消防队|街道 办事处|检察院|自来水 公司|市 政府"),
    audience=lines("居民|业主们|民警|邻居们|围观 的 群众|当事人 家属|街坊们|前来 调查 的 民警"),
    facts=lines(
        """小偷 是 从 {entry} 进入 房间 的
        小区 里 的 {facility} 已经 坏 了 {few} 个 星期
        大火 烧毁 了 {n} 间 房屋
        案件 正在 进一步 调查 之中
        {past} 全 市 的 盗窃案 下降 了 {pct}
        {bigpct} 的 业主 同意 安装 {facility}
        失踪 的 孩子 已经 找到
        这 起 火灾 是 由 {cause} 引起 的
        旧 楼 改造 将 在 {when} 完成
        停 水 的 原因 是 水管 破裂
        社区 里 六十 岁 以上 的 老人 有 {nn} 位
        双方 已经 达成 和解 协议
        法院 将 在 {when} 开庭 审理 这 起 案件
        那 天 晚上 {heard}
        这 家 商店 {yr} 已经 被 罚 过 {few} 次
        物业费 的 收取 标准 {good2}
        {name} 家 的 {pet} 丢 了 {few} 天
        被 困 在 电梯 里 的 {few} 个 人 都 没有 受伤
        附近 的 菜市场 要 搬 到 {place}"""
    ),
    decisions=lines(
        """{since} 封闭 小区 的 东门
        {when} 更换 全 楼 的 {facility}
        {since} 提高 物业费
        {when} 在 社区 开设 老年 食堂
        对 提供 线索 的 人 奖励 {nn} 元
        {when} 拆除 {n} 间 违章 建筑"""
    ),
    proposals=lines(
        """居民 出门 时 要 关 好 门窗
        应该 尽快 修好 {facility}
        业主 有权 查看 物业 的 账目
        养 狗 的 人 要 及时 清理 粪便
        不能 在 楼道 里 堆放 杂物
        应当 多 关心 独居 老人"""
    ),
    complaints=lines(
        """楼上 天天 半夜 唱歌|{facility} 总是 坏|小区 里 停 车 太 乱|楼道 里 没有 灯
        物业 收 了 钱 却 不 办 事|垃圾 好 几 天 没有 人 清理"""
    ),
    topics=lines(
        """案件 的 侦破 经过|小区 的 管理 问题|邻里 纠纷|当时 的 情况|自己 的 遭遇|火灾 发生 的 经过
            {facility} 的 维修 费用|社区 养老 问题
        老 房子 的 历史|事情 的 来龙去脉|停 水 的 原因|家里 的 困难"""
    ),
    contents=lines(
        """案件 的 调查 结果|物业 账目|停 水 通知|拆迁 方案|业主 投票 的 结果|嫌疑人 的 身份|判决 结果"""
    ),
    places=lines(
        """在 法庭 上|在 派出所 里|在 小区 门口|在 业主 大会 上|在 居委会|在 楼道 里|在 案发 现场|在 菜市场"""
    ),
    media=lines("在 起诉书 中|在 举报 信 里|通过 业主 微信群|在 晚报 上|在 通告 中|在 电话 里|在 调解书 中"),
    slots={
        "entry": lines("窗户|后门|阳台"),
        "facility": lines("电梯|路灯|监控 设备|健身 器材|防盗门|供暖 管道"),
        "cause": lines("电线 短路|乱 扔 烟头|煤气 泄漏|燃放 鞭炮"),
        "heard": lines(
            """听到 楼上 有 吵架 的 声音|看见 一 个 黑影 从 门口 跑 过|自己 一直 在 家 看 电视
            街 上 没有 什么 人"""
        ),
        "good2": lines("比较 合理|不 够 透明|已经 三 年 没有 变"),
        "pet": lines("小狗|猫|鸽子|自行车"),
        "place": lines("河 对岸|新华街 南边|火车站 附近"),
    },
)

SCENES = (SCHOOL, HEALTH, WEATHER, TRAFFIC, FARM, BUSINESS, CULTURE, SPORT, SCIENCE, CITY)
