"""Whose something is that a server gives only so many of: a visitor's, and an address's."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

import streamlit as st
from starlette.requests import HTTPConnection
from starlette.types import Scope
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard.server.visits import visitors
from dashboard.server.visits.limits import Limits
from mx2core.errors import LimitError, Notice


@dataclass(frozen=True, slots=True)
class Owner:
    """None where nobody knows."""

    visitor: str | None = None  # digest of the user or browser
    address: str | None = None

    def has(self, owners: Iterable["Owner"]) -> int:
        """How many of these are of the same visitor or, if those are more, of the same address."""
        return self.holds((one, 1) for one in owners)

    def holds(self, amounts: Iterable[tuple["Owner", int]]) -> int:
        """How much of what is held is of the same visitor or, if that is more, of the same address."""
        given = list(amounts)
        return max(
            sum(n for one, n in given if self.visitor is not None and one.visitor == self.visitor),
            sum(n for one, n in given if self.address is not None and one.address == self.address),
        )


NOBODY = Owner()


def current_owner() -> Owner:
    """Of what the session asks for that runs now; nobody's outside of one."""
    if get_script_run_ctx() is None:
        return NOBODY
    return Owner(visitors.visitor(), network_of(st.context.ip_address))


def request_owner(scope: Scope) -> Owner:
    """Of what a browser asks for outside of a session."""
    asking = HTTPConnection(scope)
    address = None if asking.client is None else asking.client.host
    return Owner(visitors.browser_visitor(asking.cookies.get(visitors.COOKIE, "")), network_of(address))


def network_of(address: object) -> str | None:
    """An address, or of IPv6 the network that one household has; None of what is none, and of this computer."""
    try:
        found = ip_address(str(address))
    except ValueError:
        return None
    if found.is_loopback:
        return None
    return str(found if found.version == 4 else ip_network((int(found), 64), strict=False))


def share_of(limit: int) -> int:
    """What one owner may have of so many; the rest is left for others."""
    return max(limit * Limits.read().owner_share // 100, 1)


def check_share(owner: Owner, owners: Iterable[Owner], limit: int, full: Notice | None = None) -> None:
    """Refuse one more of `limit`, by a LimitError: where all are taken, as `full` says, or the owner has its share."""
    held = list(owners)
    if full is not None and len(held) >= limit:
        raise LimitError(full.message, limit=limit)
    if owner.has(held) >= share_of(limit):
        raise has_share(f"{share_of(limit)}")


def has_share(share: str) -> LimitError:
    """The message to an owner that has used its share."""
    return LimitError("Your browser or network has {limit}, its share. Try later.", limit=share)
