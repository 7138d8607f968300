"""The site in Chromium, as a reader has it: no errors in its console, nothing wider than a phone, tabs and search work, text
stands out from what is behind it, in light and in dark."""

import functools
import http.server
import os
import pathlib
import threading

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from chromium import CONTRAST, PHONE, SCREEN, resized

ROOT = pathlib.Path(__file__).parents[2]
SITE = pathlib.Path(os.environ.get("GOBC_SITE", ROOT / "build" / "site"))
PAGES = """index quickstart install tutorials/index tutorials/coexpression tutorials/proteins tutorials/cells
    howto/index howto/memory howto/speed reference/definitions reference/c reference/python/gobc.Graph
    reference/python/gobc.betweenness reference/go_api reference/r_pages/betweenness reference/r_pages/weighted
    background/benchmarks background/guarantees background/kernels/sweep""".split()


@pytest.fixture(scope="module")
def address():
    """Of a server of the site on this machine."""
    assert (SITE / "index.html").is_file(), f"there is no site in {SITE}: run make docs"

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def opened(browser, address, page, size=SCREEN):
    resized(browser, size)
    browser.get_log("browser")
    browser.get(f"{address}/{page}")
    return browser


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_errors_and_fits_a_phone(browser, address, page):
    for size in (SCREEN, PHONE):
        opened(browser, address, f"{page}.html", size)
        errors = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
        assert errors == []
        width = browser.execute_script("return document.documentElement.scrollWidth")
        assert width <= size[0], f"{page} is {width} pixels wide on a screen of {size[0]}"


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_text_is_readable(browser, address, page, mode):
    opened(browser, address, f"{page}.html")
    browser.execute_script("document.documentElement.dataset.theme = arguments[0]", mode)
    assert browser.execute_script(CONTRAST) == []


def test_tabs_switch(browser, address):
    opened(browser, address, "quickstart.html")
    labels = browser.find_elements(By.CSS_SELECTOR, ".sd-tab-set > label")
    assert [label.text for label in labels] == ["Python", "R", "Command line", "NetworkX", "igraph", "Go"]
    shown = set()
    for label in labels:
        label.click()
        seen = [part.text for part in browser.find_elements(By.CSS_SELECTOR, ".sd-tab-content") if part.is_displayed()]
        assert len(seen) == 1
        shown.add(seen[0])
    assert len(shown) == len(labels)


def test_cards_lead_to_their_tabs(browser, address):
    opened(browser, address, "index.html")
    cards = browser.find_elements(By.CSS_SELECTOR, ".sd-card")
    leads = {card.text.splitlines()[0]: card.find_element(By.TAG_NAME, "a").get_attribute("href") for card in cards}
    assert list(leads) == ["Python", "R", "NetworkX", "igraph", "Command line", "Go"]
    for title, link in leads.items():
        browser.get(link)
        (chosen,) = browser.find_elements(By.CSS_SELECTOR, ".sd-tab-set > input:checked + label")
        assert chosen.text == title


@pytest.mark.parametrize("words, page", [("closeness", "gobc.closeness"), ("gobc_compute", "c.html"), ("memory", "memory.html")])
def test_search_finds(browser, address, words, page):
    opened(browser, address, f"search.html?q={words}")
    WebDriverWait(browser, 120).until(lambda b: b.find_elements(By.CSS_SELECTOR, "#search-results li a"))
    WebDriverWait(browser, 120).until(
        lambda b: any(page in link.get_attribute("href") for link in b.find_elements(By.CSS_SELECTOR, "#search-results li a")))


def test_a_page_works_from_a_folder(browser):
    browser.get_log("browser")
    browser.get((SITE / "quickstart.html").as_uri())
    assert browser.title and [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []
