"""Joins a party by its link and plays anything legal: python party_client.py LINK NAME."""

import json
import random
import sys
from urllib.request import urlopen

from websockets.sync.client import connect

here, link = sys.argv[1].split("/#/join/")
with urlopen(here) as page:  # any page gives this program its cookie
    cookie = page.headers["Set-Cookie"].split(";")[0]
with connect(f"ws{here[4:]}/socket", additional_headers={"Cookie": cookie}, proxy=None) as socket:

    def say(kind: str, wish: str, **fields: object) -> None:  # the same wish is done once
        socket.send(json.dumps({"type": kind, "id": wish, **fields}))

    say("join", "join", link=link, name=sys.argv[2])
    for told in map(json.loads, socket):
        if told["type"] == "refused":
            print(told["sentence"])
        elif told["type"] == "party" and told["table"] is not None:
            say("enter", "enter", table=told["table"])
        elif told["type"] == "push":
            view, table, turn = told["view"], told["table"], told["view"]["turn"]
            if view["places"]:
                print("place", view["places"][view["seat"]])
                break
            if view["seat"] in view["to_act"] and view["legal"]:
                say("act", f"act-{turn}", table=table, turn=turn, **random.choice(view["legal"]))
