"""Chinese sentences with names: persons, places, organizations and dates, or none at all."""

from draw import Draw, lines
from zh_scenes import CITIES, COMMON, SCENES

N_SENTENCES = 800
Piece = tuple[str, str | None]  # words apart by a space; PER, LOC, ORG, TIME or None

# Slots in capitals become entities, of the kind that ENTITIES says; those in small letters are words.
NAMES = {
    "PER": ("{name}",) * 7 + lines("小{surname}|老{surname}|{first}|{last}|{first} · {last}"),
    "LOC": lines(
        """{city} 市|{city}|{province}|{capital}|{capital}|{capital}|{country}|{country}
            {city} 县 {village}|{village}
        {capital} 市 {district}|{province2} 省"""
    ),
    "CITY": lines("{city}|{city} 市|{capital}|{capital}|{capital}"),
    "DAY": lines("{month} {day}|{month} 底|{month} 上旬"),
    "SITE": lines("{river}|{mountain}|{mountain}|{street}|{river}"),
    "ORG": lines(
        """{city} 市 {office}|{city} 大学|{firm} {company}|{firm} {company}|{city} 市 {hospital}
            {province2} 省 {office}
        {ministry}|{capital} {museum}|{name} 律师 事务所|{firm} 研究院|{surname}记 餐馆|{city} {paper}"""
    ),
    "FIRM": lines("{firm} {company}|{firm} 集团|{surname}记 食品 厂|{firm} 电子 公司|{country} {firm} 公司"),
    "TEAM": lines("{city} 队|{country} 队|{province} 队|{firm} 队|{capital} 队"),
    "NEWS": lines("新华社|{city} {paper}|《 {city} 日报 》|{province} 电视台|中央 电视台"),
    "SCHOOL": lines(
        """{city} 大学|{capital} {school}|{city} 第二 {school2}|{capital} 大学|{city} 实验 {school2}"""
    ),
    "HOSPITAL": lines("{city} 市 {hospital}|{capital} {hospital}|{city} 医院"),
    "TIME": lines(
        """{year} {month}|{month} {day}|{year}|{year} {month} {day}
        上 个 世纪 {decade} 年代|{month} 上旬|{month} 底"""
    ),
}
ENTITIES = {
    "CITY": "LOC",
    "DAY": "TIME",
    "SITE": "LOC",
    "FIRM": "ORG",
    "TEAM": "ORG",
    "NEWS": "ORG",
    "SCHOOL": "ORG",
    "HOSPITAL": "ORG",
}
WORDS = {
    "surname": COMMON["surname"],
    "name": COMMON["name"],
    "city": CITIES,
    "n": COMMON["n"],
    "few": COMMON["few"],
    "nn": COMMON["nn"],
    "first": lines("安娜|彼得|玛丽|卡洛斯|伊万|索菲亚|托马斯"),
    "last": lines("约翰逊|史密斯|贝克|马丁|罗德里格斯|米勒"),
    "province": lines("云南|四川|山西|广东|甘肃|海南|吉林|新疆|西藏|福建"),
    "province2": lines("云南|四川|山西|广东|甘肃|海南|吉林|福建"),
    "capital": lines("北京|上海|广州|成都|西安|杭州|昆明|哈尔滨|太原|南京"),
    "country": lines("法国|日本|巴西|埃及|德国|加拿大|泰国|肯尼亚|西班牙"),
    "river": lines("黄河|长江|洱海|青海湖|清水河|月亮湖"),
    "mountain": lines("泰山|黄山|长白山|太行山|五台山"),
    "street": lines("中山路|人民路|新华街|解放路|文化宫|钟楼"),
    "village": lines("白石村|柳树屯|桃花沟|东岭镇|大王庄"),
    "district": lines("东城区|高新区|滨江区|开发区"),
    "office": lines("教育局|交通局|卫生局|旅游局|气象台|公安局"),
    "school": lines("师范 大学|理工 大学|音乐 学院|农业 大学"),
    "school2": lines("中学|小学"),
    "hospital": lines("人民 医院|中心 医院|儿童 医院"),
    "firm": lines("华岭|东辰|海澜湾|新禾|远松|三和|天启"),
    "company": lines("公司|集团|电子 公司|出版社|汽车 厂"),
    "ministry": lines("科技部|教育部|交通部|农业部|文化部"),
    "paper": lines("日报|晚报|电视台"),
    "museum": lines("博物馆|图书馆|美术馆|动物园"),
    "year": lines("二〇一五年|二〇一八年|二〇一九年|二〇二〇年|二〇二一年|一九九八年|一九七六年"),
    "month": lines("一月|三月|五月|六月|八月|十月|十二月"),
    "day": lines("一日|五日|九日|十二日|十八日|二十六日"),
    "decade": lines("五十|七十|八十|九十"),
    "hour": lines("五|六|七"),
    "post": lines("经理|主任|负责人|员工|会计|工程师|顾问"),
    "title": lines("教授|老师|馆长|讲解员"),
    "thing": lines("一 本 书|一 份 报告|一 张 照片|几 个 苹果|一 封 信|一 把 雨伞|两 张 门票"),
    "job": lines("教师|护士|司机|会计|翻译|编辑|厨师|保安"),
    "did": lines("看 病|开会|讲课|旅游|出差|演出|参加 比赛|看望 父母|找 工作"),
    "duty": lines("开会|讲课|出差|演出|学习|考察"),
    "event": lines("足球 比赛|画展|招聘会|音乐会|学术 会议|书展|马拉松 比赛"),
    "feel": lines("十分 高兴|有些 失望|非常 意外|很 满意|心情 复杂"),
    "goods": lines("苹果|茶叶|手机|大豆|玩具|电脑|药材"),
    "relative": lines("父亲|母亲|妻子|哥哥|女儿|老师|同学|邻居"),
}
WITH_NAMES = lines(
    """{PER} 从 {LOC} 来 到 {LOC} {did} 。
    {PER} {TIME} 出生 在 {LOC} 。
    {ORG} 派 {PER} 到 {LOC} {duty} 。
    {PER} 是 {ORG} 的 {post} 。
    {ORG} {post} {PER} 参加 了 这 次 {event} 。
    {TIME} ， {PER} 离开 {LOC} ， 到 {ORG} 当 {job} 。
    昨天 下午 ， {PER} 在 {CITY} 遇见 了 {PER} 。
    {PER} 和 {PER} 是 同学 。
    {PER} 的 {relative} 在 {ORG} 工作 。
    {PER} 送 给 {PER} {thing} 。
    {LOC} 的 {goods} 远近 闻名 。
    {ORG} 在 {LOC} 举办 了 一 场 {event} 。
    {FIRM} 计划 在 {LOC} 建 一 座 新 的 工厂 。
    从 {CITY} 到 {CITY} 坐 火车 要 {few} 个 小时 。
    {PER} 坐 火车 去 了 {CITY} 。
    {TIME} ， {LOC} 下 了 一 场 大雪 。
    {CITY} 和 {CITY} 之间 新 修 了 一 条 公路 。
    {ORG} 与 {ORG} 签订 了 合作 协议 。
    {TEAM} 以 二 比 一 战胜 了 {TEAM} 。
    {PER} 曾经 在 {SCHOOL} 学习 过 {few} 年 。
    {PER} 告诉 记者 ， 他 {few} 年 前 就 到 过 {LOC} 。
    据 {NEWS} 报道 ， {LOC} 昨天 下 了 大雨 。
    {PER} 对 这样 的 结果 {feel} 。
    得知 这 一 消息 ， {PER} {feel} 。
    {SCHOOL} 今年 招收 了 {nn} 名 新生 。
    {FIRM} 的 {nn} 名 员工 来自 {LOC} 和 {LOC} 。
    他 在 {LOC} 住 了 {few} 年 ， 从来 没有 去 过 {SITE} 。
    她 {TIME} 进入 {ORG} 工作 。
    游 完 {SITE} ， {PER} 写 了 一 首 诗 。
    {SITE} 的 日出 美 极 了 。
    {PER} 在 {SITE} 拍 了 很 多 照片 。
    {NEWS} 记者 {PER} 采访 了 {PER} 。
    {TEAM} 的 {PER} 打进 了 一 个 球 。
    {PER} 毕业 于 {SCHOOL} 。
    {FIRM} 的 产品 销 往 {LOC} 和 {LOC} 。
    {HOSPITAL} 的 {PER} 医生 为 {nn} 名 病人 做 过 手术 。
    {PER} 给 远 在 {LOC} 的 {relative} 打 了 一 个 电话 。
    这 家 饭店 的 老板 {PER} 是 {LOC} 人 。
    {SITE} 每年 吸引 {nn} 名 游客 。
    {PER} 在 {LOC} 开 了 一 家 小 店 ， 专门 卖 {goods} 。
    去 {SITE} 旅游 的 人 越来越 多 。
    {FIRM} 的 总部 设 在 {CITY} 。
    {ORG} 成立 于 {TIME} 。
    {PER} 、 {PER} 和 {PER} 获得 了 前 三 名 。
    {PER} 昨天 把 {thing} 交 给 了 {ORG} 。
    救护车 把 {PER} 送 进 了 {HOSPITAL} 。
    {FIRM} 的 {PER} 把 {goods} 卖 到 了 {LOC} 。
    我 的 朋友 {PER} 下 个 月 要 去 {LOC} {did} 。
    {PER} {title} 正在 给 学生 讲 {LOC} 的 历史 。
    你 认识 {ORG} 的 {PER} 吗 ？
    请 把 {thing} 交 给 {PER} 。
    {SITE} 离 {CITY} 不 远 。
    {PER} 送 来 的 {thing} 被 {ORG} 收下 了 。
    从 {TIME} 起 ， {PER} 一直 住 在 {LOC} 。
    {ORG} 原定 {DAY} 举行 的 {event} 推迟 了 。
    在 {PER} 的 帮助 下 ， {PER} 终于 找 到 了 工作 。
    {PER} 说 ， {LOC} 的 秋天 很 美 。
    {PER} 的 老家 在 {LOC} 。
    {ORG} 希望 {PER} 能 留 下来 。
    比赛 结束 后 ， {TEAM} 队长 {PER} 哭 了 。"""
)
WITHOUT_NAMES = lines(
    """他 昨天 没有 来 {did} 。
    我 {relative} 给 我 带来 了 {thing} 。
    这 场 {event} 来 了 {nn} 名 观众 。
    今年 的 {goods} 比 去年 便宜 。
    她 想 当 一 名 {job} 。
    听 到 这 个 消息 ， 大家 {feel} 。
    我 把 {thing} 忘 在 车 上 了 。
    {few} 天 后 ， 他 就 要 去 外地 {did} 了 。
    商店 里 的 {goods} 已经 卖 完 了 。
    {few} 个 {job} 正在 门口 等 车 。
    {relative} 说 ， 当 {job} 很 辛苦 。
    明天 的 {event} 几 点 开始 ？
    雨 停 了 ， 我们 出发 吧 。
    路 上 的 车 很 多 ， 请 小心 。
    {relative} 每天 早上 {hour} 点 就 起床 了 。"""
)


def sentence(draw: Draw) -> list[Piece]:
    if draw.chance(0.17):
        return [(draw.fill(draw.choice(WITHOUT_NAMES), WORDS), None)]
    if draw.chance(0.17):
        scene = draw.choice(SCENES)
        plain = [text for text in scene.facts + scene.proposals if not set("{}") & set(text)]
        return [(f"{draw.choice(plain)} 。", None)]
    pieces: list[Piece] = []
    template = draw.choice(WITH_NAMES)
    while template:
        before, brace, rest = template.partition("{")
        slot, _, template = rest.partition("}")
        if before.strip():
            pieces.append((before.strip(), None))
        if brace:
            known = slot in NAMES
            words = draw.choice(NAMES[slot]) if known else f"{{{slot}}}"
            pieces.append((draw.fill(words, WORDS), ENTITIES.get(slot, slot) if known else None))
    return pieces


def sentences(seed: int) -> list[list[Piece]]:
    draw = Draw(seed)
    seen: set[str] = set()
    result = []
    while len(result) < N_SENTENCES:
        pieces = sentence(draw)
        text = " ".join(words for words, _ in pieces)
        names = [words for words, kind in pieces if kind in ("PER", "LOC", "ORG")]
        if text not in seen and len(set(names)) == len(names):
            seen.add(text)
            result.append(pieces)
    return result
