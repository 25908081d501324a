"""Chinese sentences cut into words: statements, plain facts and everyday life."""

import zh_statement
from draw import Draw, lines
from zh_scenes import COMMON, SCENES

N_SENTENCES = 600

DAILY = lines(
    """{who} 每天 早上 {time} 起床 ， 先 {do1} ， 再 {do2} 。
    {who} 喜欢 {hobby} ， 也 喜欢 {hobby} 。
    昨天 {who} 在 {shop} 买 了 {buy} 和 {buy} 。
    {who} 打算 {when} 去 {place} {trip} 。
    你 能 帮 我 把 {buy} 拿 过来 吗 ？
    {eat} 里 的 {food} 又 便宜 又 好吃 。
    因为 下雨 ， {who} 没有 去 {place} 。
    如果 明天 天气 好 ， 我们 就 去 {place} {trip} 。
    {who} 的 房间 里 有 一 张 床 、 一 张 桌子 和 {few} 把 椅子 。
    从 我 家 到 {shop} 只 要 走 {n} 分钟 。
    {who} 一边 {do1} ， 一边 听 音乐 。
    {when} {who} 要 过 生日 ， 我 准备 送 {buy} 。
    做 {food} 的 方法 很 简单 ： 先 把 {veg} 洗 干净 ， 再 放 进 锅 里 煮 {n} 分钟 。
    {who} 已经 {few} 年 没有 回 家乡 了 。
    这 件 衣服 的 颜色 不错 ， 就是 有点 {size} 。
    {who} 养 了 一 只 {pet} ， 每天 都 要 带 它 出去 散步 。
    {view} 的 风景 很 美 ， 每年 都 有 很 多 人 去 {trip} 。
    请问 ， 去 {place} 坐 几 路 车 ？
    {who} 把 钥匙 忘 在 {shop} 了 ， 只好 又 回去 拿 。
    {who} 说 {who2} 做 的 {food} 最 好吃 。
    夏天 的 傍晚 ， 人们 喜欢 在 {cool} 乘凉 。
    这 本 书 我 看 了 {few} 遍 ， 每 次 都 有 新 的 收获 。
    {who} 学 了 {few} 年 {skill} ， 现在 已经 {level} 。
    手机 没 电 了 ， 我 得 找 个 地方 充电 。
    春天 来 了 ， {place} 的 花 都 开 了 。
    孩子们 在 {place} 高兴 地 跑 来 跑 去 。
    {who} 生病 了 ， 医生 让 {who3} 在 家 休息 {few} 天 。
    别 忘 了 {when} 交 {bill} 。
    {who} 上 星期 刚 搬 了 家 ， 离 {shop} 很 近 。
    {food} 是 用 {veg} 做 的 。"""
)
SLOTS = {
    "who": lines(
        """小{surname}|我 爸爸|我 妈妈|奶奶|爷爷|{name}|我 同事|弟弟|{surname} 阿姨|邻居 家 的 孩子|我 朋友"""
    ),
    "who2": lines("妈妈|奶奶|外婆|食堂 师傅"),
    "who3": lines("他|她"),
    "time": lines("五 点|六 点|六 点 半|七 点"),
    "do1": lines("跑步|洗衣服|打扫 房间|做 饭|浇 花|看 报纸"),
    "do2": lines("吃 早饭|去 上班|送 孩子 上学|背 单词|买 菜"),
    "hobby": lines("下棋|钓鱼|打 篮球|弹 钢琴|看 小说|爬山|唱 京剧|拍照|收集 邮票"),
    "eat": lines("食堂|饭馆|小吃店|早市"),
    "view": lines("公园|海边|湖边|森林 公园|植物园|郊外|古城|山 里"),
    "cool": lines("公园|海边|湖边|广场|院子 里|大树 下"),
    "shop": lines("超市|菜市场|书店|面包店|商场|邮局"),
    "buy": lines("一 件 毛衣|一 双 鞋|两 斤 苹果|一 束 花|一 本 词典|几 个 面包|一 盒 巧克力|一 条 围巾"),
    "when": lines("下 个 月|周末|后天|国庆节|寒假|星期六"),
    "place": lines("公园|海边|森林 公园|动物园|植物园|湖边|广场|郊外|古城|博物馆"),
    "trip": lines("玩|散步|野餐|拍照|看 日出"),
    "food": lines("饺子|面条|豆腐汤|西红柿 炒 鸡蛋|红烧 鱼|粥|包子"),
    "veg": lines("白菜|土豆|豆腐|面粉|萝卜|西红柿"),
    "size": lines("大|小|长|贵"),
    "pet": lines("小狗|白 猫|小 黑 狗"),
    "skill": lines("钢琴|书法|英语|围棋|游泳"),
    "level": lines("很 熟练 了|可以 教 别人 了|不 感 兴趣 了|小 有 成就"),
    "bill": lines("电费|水费|房租|作业"),
}


def sentences(seed: int) -> list[str]:
    """Words apart by one space, one sentence a string."""
    draw = Draw(seed)
    statement = zh_statement.Statement(draw)
    seen: set[str] = set()
    result = []
    while len(result) < N_SENTENCES:
        kind = draw.weighted({"daily": 40, "statement": 35, "facts": 25})
        if kind == "daily":
            text = draw.fill(draw.choice(DAILY), SLOTS, COMMON)
        elif kind == "statement":
            text = " ".join(words for words, _ in statement(*draw.skewed(zh_statement.VERBS)))
        else:
            scene = draw.choice(SCENES)
            first, second = draw.choice(scene.facts), draw.choice(scene.facts + scene.proposals)
            template = f"{first} ， {second} 。" if first != second and draw.chance(0.4) else f"{first} 。"
            text = draw.fill(template, scene.slots, COMMON)
        text = " ".join(word.partition("/")[0] for word in text.split())
        if text not in seen and len(text.split()) <= 40:
            seen.add(text)
            result.append(text)
    return result
