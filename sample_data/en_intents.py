"""English questions to the help desk of an invented town: library, museum, city services."""

import re

from draw import Draw, lines

SLOTS = {
    "item": lines(
        """book|novel|DVD|cookbook|audiobook|magazine|travel guide|graphic novel|textbook|board game"""
    ),
    "items": lines("books|DVDs|magazines|novels|comics|audiobooks|board games"),
    "n": lines("two|three|four|five|six|a few|several"),
    "late": lines("two days|three weeks|a week|ten days|a month|a few days"),
    "more": lines("two more days|three more weeks|another week|another month|a few more days|the weekend"),
    "since": lines("yesterday|last week|Friday|this morning|last Sunday|the beginning of the month"),
    "when": lines(
        """today|tomorrow|this Saturday|next Tuesday|on Sunday|next week|this afternoon|over the holidays
            on Monday evening
        this weekend|in March|at the end of the month"""
    ),
    "past": lines(
        """yesterday|last week|on Friday|two weeks ago|this morning|a month ago|the other day|last Sunday"""
    ),
    "branch": lines(
        """the main library|the Elm Street branch|the children's library|your branch
        the library downtown|the north branch"""
    ),
    "museum": lines("the museum|the history museum|the art gallery|the science hall|the maritime museum"),
    "place": lines("{branch}|{museum}|city hall|the service centre"),
    "who": lines(
        """my son|my daughter|my mother|my neighbour|my husband|a friend of mine|my grandfather|my class"""
    ),
    "group": lines(
        """a school class|thirty pupils|a group of seniors|our hiking club|twelve people|a company outing"""
    ),
    "show": lines(
        """the dinosaur exhibition|the new photography show|the Egypt exhibition|the permanent collection
        the glass show"""
    ),
    "thing": lines(
        """umbrella|backpack|phone|scarf|laptop|wallet|water bottle|pair of glasses|jacket|set of keys"""
    ),
    "street": lines(
        """Mill Lane|Oak Street|Harbour Road|Station Square|Church Street|Garden Street|Bridge Road"""
    ),
    "waste": lines(
        """rubbish|recycling|paper bin|garden waste|glass container|green bin|old sofa|broken fridge"""
    ),
    "work": lines("a garage|a fence|a terrace|a street party|a market stall|a new roof|an extension"),
    "money": lines("3 euros|12 euros|forty cents|15 euros|a small amount|20 euros"),
    "hour": lines("ten|nine|six in the evening|noon|eight|midnight"),
    "help": lines(
        """could you help me|what should I do|can you tell me how|who do I talk to|is that possible
        please advise"""
    ),
}

# Texts by intent; a short vague question may belong to several of them.
INTENTS = {
    "renew_loan": lines(
        """How can I renew {n} {items}|I need my {item} for {more}|Can I keep the {item} until {when}
            My {item} is due {when} but I am not done
        Please extend the loan of my {item}|Is it possible to extend the due date by {late}
        The system won't let me renew my {item}
        I would like to hold on to the {item} for {more}
        When do I have to bring back the {item} I borrowed {past}
        Can I renew online or do I have to come to {branch}
        {n} of my {items} are due {when}, can I have {more}|Extend my {items} please
        Somebody else may want the {item}, can I still keep it for {more}|How often can I renew a {item}"""
    ),
    "opening_hours": lines(
        """When does {place} open {when}|Is {place} open {when}|Until what time is {place} open
            What are the hours of {branch}
        Are you closed {when}|Does {museum} close at {hour} {when}|Can I still come in at {hour}
        I want to visit {place} {when}, is somebody there
        How late can I return {items} {when}|Do the hours of {place} change {when}
        Opening times for {place} please|Is {place} open at {hour}"""
    ),
    "overdue_fine": lines(
        """Why do I have to pay {money}|I was charged {money} for a late {item}
            How much is the fine for a {item} that is {late} late
        Can I pay my fine online|I returned the {item} {past} but still have a fine|What do I owe {branch}
        My account says {money}, what is this for
        I think the fee of {money} is wrong|The {item} was late by {late}, how much will it cost
        Is there a limit to fines|Please cancel the fine of {money}
        I paid {money} {past} and it still shows on my account"""
    ),
    "reserve_item": lines(
        """Can I reserve a {item} that is on loan|I'd like to put a hold on {n} {items}
            How long is the waiting list for the {item}
        Is the {item} I reserved {past} ready|Could you keep the {item} for me until {when}
        I got a message that my {item} has arrived at {branch}
        Can you get a {item} from {branch} for me|Please order {n} {items} from another library
        How do I cancel my hold on a {item}
        The {item} I want is checked out, what now|Where do I pick up the {item} I ordered"""
    ),
    "library_card": lines(
        """How do I get a library card|Can {who} have a card too|What do I need to sign up at {branch}
            My card expires {when}, how do I renew it
        Does a card cost anything|I moved here {past} and want to join the library
        Can I use my card at {museum}|Is there a family card
        {who} wants to borrow {items}, what do we need|I want to register at {branch}
        Do I need to show my passport to become a member"""
    ),
    "ticket_price": lines(
        """How much is a ticket to {show}|What does it cost to visit {museum}|Is entry free {when}
            Do students pay less for {show}
        Are there discounts for {group}|How much for two adults and {n} children|Is there a family ticket
        Does {who} need a ticket too
        What is the price of {show}|Do I pay extra for {show}|Can I buy tickets at the door {when}
        How much do I pay if I come {when}"""
    ),
    "waste_collection": lines(
        """When is the {waste} collected in {street}|My {waste} was not picked up {past}
            Where can I bring my {waste}|Which bin is for {items}
        Nobody collected our {waste} {past}, {help}|I need a bigger bin for {waste}
        What happens to the collection {when}
        Can you pick up my {waste} at {street}|How do I get rid of my {waste}
        Is the {waste} picked up {when}|The bins in {street} are full"""
    ),
    "room_booking": lines(
        """Can I book a study room at {branch} {when}|Is there a meeting room for {group}
            How do I cancel my room {when}
        I need a quiet place for {n} people {when}|What does it cost to rent the hall
        Are the study rooms free|Can we use the room until {hour}
        I reserved a room {past} but got no answer|Is there a room with a projector at {place}
        Room for {group} {when}, {help}"""
    ),
    "lost_property": lines(
        """I lost my {thing} at {place} {past}|Has anybody found a {thing}
            {who} left a {thing} in {museum}|Where is the lost and found
        I think I left my {thing} on a chair at {branch}
        I found a {thing} in {street}, where do I hand it in|Did someone hand in a {thing} {past}
        My {thing} is gone since {since}, {help}|How long do you keep lost things
        Can {who} pick up the {thing} for me"""
    ),
    "exhibition_info": lines(
        """What is on at {museum} {when}|How long does {show} run|Is {show} suitable for children
            What can one see at {museum}
        Who made {show}|When does {show} open|How much time do I need for {show}|Is {show} still on {when}
        Can I take photos at {show}
        Are the labels of {show} in English|Does {museum} have a new show {when}"""
    ),
    "guided_tour": lines(
        """Is there a guided tour of {museum} {when}|When does the tour of {show} start
            Do you offer tours for {group}|Are there audio guides for {show}
        I'd like to book a guide for {group} {when}|How long is the tour|Is the tour also in English
        Can we join the tour at {hour} {when}
        How much is a guided tour for {group}"""
    ),
    "street_light": lines(
        """A street light in {street} has been out since {since}|It is completely dark in {street}
            The lamp in front of {place} is flickering
        Who repairs the lights in {street}|I reported a broken lamp {past} and nothing happened
        The lights in {street} are on all day
        There is a hole in {street}, {help}|The traffic light at {street} does not work"""
    ),
    "building_permit": lines(
        """Do I need a permit for {work}|How long does it take to get a permit for {work}
            Where do I apply for {work}|What does a permit for {work} cost
        I applied for {work} {past} and heard nothing|Which papers do I need for {work}
        Can I start {work} {when}|My neighbour builds {work}, is that allowed
        Who decides about {work}"""
    ),
    "lost_card": lines(
        """I lost my library card {past}|My card was in my {thing} that was stolen
            Can I get a new card at {branch}|What does a replacement card cost
        My card does not work any more|I left my card at {place} {past}|Please block my card
        Somebody is using my card to borrow {items}
        The machine at {branch} kept my card"""
    ),
    "ticket_refund": lines(
        """I can't come {when}, can I get my money back|Please refund my tickets for {show}
            {who} is ill, can we change the tickets to {when}
        I paid {money} too much for {show}|I bought the wrong ticket {past}
        How do I cancel my booking for {show}|{show} was closed, I want my {money} back
        Can I change the date of my ticket"""
    ),
    "noise_complaint": lines(
        """There is loud music in {street} every night|My neighbour works on {work} at {hour}
            Who can I call about noise at {hour}
        The bar in {street} is too loud|Construction in {street} starts at {hour}, is that allowed
        Dogs have been barking in {street} since {since}
        The bins are emptied at {hour} and wake us up|It is too loud to read at {branch}"""
    ),
    "address_change": lines(
        """I moved to {street} {past}, {help}|How do I register my new address
            I have to change my address|Do I have to tell the library that I moved
        Can I change my address online|My mail still goes to {street}
        {who} moves to {street} {when}, which form do we need|I am moving away {when}"""
    ),
    "ebooks": lines(
        """How do I download an e-book|The app does not open my {item}|Can I read {items} on my tablet
            My e-book is locked since {since}
        How many {items} can I download|The login for the e-library does not work|Can I renew an e-book
        Is the {item} also there as an e-book"""
    ),
    "accessibility": lines(
        """Is {museum} accessible by wheelchair|Is there a lift at {place}
            {who} uses a wheelchair, can we visit {show}|Do you have large print {items}
        Are there seats in {show}|Can I bring a guide dog to {place}|Does a carer pay for a ticket
        Is there a tour in sign language {when}"""
    ),
    "parking": lines(
        """Where can I park near {place}|Is parking free {when}|How much is parking at {museum}
            I need a resident permit for {street}
        Can a bus for {group} park at {museum}|Somebody parks in front of my house in {street}
        I got a parking fine of {money} {past}"""
    ),
}
SIZES = (200, 160, 130, 105, 88, 75, 64, 56, 49, 43, 38, 34, 31, 28, 25, 22, 20, 18, 16, 15)

# Questions that do not say what they are about: only the desk that got them knew.
VAGUE = (
    (
        ("overdue_fine", "ticket_price", "room_booking", "parking", "building_permit"),
        lines(
            """How much is it {when}|What does that cost|Do I have to pay {money}|Is it free for {who}
            Can I pay by card|Why {money}"""
        ),
    ),
    (
        ("renew_loan", "reserve_item", "ebooks", "overdue_fine"),
        lines(
            """I have a question about my {item}|The {item} from {branch}, {help}
            Something is wrong with my {items}|My {item}, {help}"""
        ),
    ),
    (
        ("library_card", "lost_card", "address_change"),
        lines(
            """I need a new card|My card, {help}|Which papers do I have to bring to {place}
            The form does not accept my data {when}"""
        ),
    ),
    (
        ("ticket_price", "ticket_refund", "guided_tour", "exhibition_info", "accessibility"),
        lines(
            """I want to go to {show} {when} with {who}|Tickets for {show} {when}|A question about {show}
            We are {group} and want to see {show}"""
        ),
    ),
    (
        ("street_light", "noise_complaint", "waste_collection", "parking"),
        lines(
            """There is a problem in {street}|I want to complain about {street}
            I called {past} about {street}, nobody came|{street} again, {help}"""
        ),
    ),
    (
        ("opening_hours", "room_booking", "lost_property", "library_card", "renew_loan"),
        lines(
            """Can I come to {place} {when}|Who can I talk to at {place}|I was at {place} {past}, {help}
            Is somebody at {branch} at {hour}"""
        ),
    ),
)
OPENERS = lines(
    """Hi,|Hello,|Good morning,|Quick question:|Hi there,|Excuse me,|Sorry to bother you,|Dear team,|Hey,
    One more question:"""
)
CLOSERS = lines(
    """Thanks|Thank you|Thanks in advance|Many thanks|Please let me know|Best regards|Thx
    I live near {street}|It is for {who}"""
)


QUESTION = re.compile(
    r"^(How|Can|Could|Is|Are|Do|Does|Did|When|Where|Who|What|Which|Why|Until|Has)\b"
    r"|, (can|could|how|what|is|which|do|who)\b"
)


def sentence(text: str, draw: Draw) -> str:
    """Write the question as people type: greetings, small letters, missing marks."""
    text = re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text[0].upper() + text[1:])
    if draw.chance(0.85):
        text += "?" if QUESTION.search(text) else "."
    if draw.chance(0.22):
        opener = draw.choice(OPENERS)
        small = text.startswith(("I ", "I'")) or opener.endswith(":")
        text = f"{opener} {text if small else text[0].lower() + text[1:]}"
    if draw.chance(0.2):
        closer = draw.fill(draw.choice(CLOSERS), SLOTS)
        text = f"{text if text[-1] in '.?' else text + '.'} {closer}{'.' if draw.chance(0.6) else ''}"
    return text.lower() if draw.chance(0.15) else text


def texts(seed: int) -> list[tuple[str, str]]:
    """Pairs of text and intent, in an order that says nothing about the intents."""
    draw = Draw(seed)
    seen: set[str] = set()
    result = []
    for (intent, templates), size in zip(INTENTS.items(), SIZES, strict=True):
        vague = [template for intents, group in VAGUE if intent in intents for template in group]
        made = 0
        while made < size:
            pool = vague if vague and draw.chance(0.14) else templates
            text = sentence(draw.fill(draw.choice(pool), SLOTS), draw)
            if text.lower() not in seen:
                seen.add(text.lower())
                result.append((text, intent))
                made += 1
    return draw.shuffled(result)
