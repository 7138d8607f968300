"""The site in Chromium, as a reader has it: no errors in its console, nothing wider than a phone, tabs and search work, text
stands out from what is behind it, in light and in dark."""

import functools
import http.server
import os
import pathlib
import shutil
import threading

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).parents[2]
SITE = pathlib.Path(os.environ.get("GOBC_SITE", ROOT / "build" / "site"))
PAGES = """index quickstart install definitions benchmarks large guarantees python/gobc.Graph python/gobc.betweenness c go_api
    r_pages/betweenness r_pages/weighted notebooks/coexpression kernels/sweep""".split()
PHONE, SCREEN = (390, 844), (1280, 900)

# Of every text that is seen: its contrast with the nearest background that is not transparent, as WCAG 2 counts it.
CONTRAST = """
const luminance = ([r, g, b]) => [r, g, b].map(x => (x /= 255) <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
  .reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
const parts = color => color.match(/[\\d.]+/g).map(Number);
const found = [];
for (const element of document.querySelectorAll("main :is(p, li, td, th, h1, h2, h3, a, code, dt, dd)")) {
  const text = [...element.childNodes].some(node => node.nodeType == 3 && node.data.trim());
  if (!text || !element.getClientRects().length || getComputedStyle(element).visibility != "visible") continue;
  let behind = element, color = null;
  while (behind && !(color = parts(getComputedStyle(behind).backgroundColor), color.length == 3 || color[3] > 0.5))
    behind = behind.parentElement;
  const [a, b] = [parts(getComputedStyle(element).color), behind ? color : [255, 255, 255]].map(luminance);
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) found.push([element.tagName, element.textContent.slice(0, 40), ratio.toFixed(2)]);
}
return found;
"""


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


@pytest.fixture(scope="module")
def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    driver.set_page_load_timeout(60)
    yield driver
    driver.quit()


def opened(browser, address, page, size=SCREEN):
    # Of the page itself: a window of Chromium cannot be as narrow as a phone.
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE})
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


@pytest.mark.parametrize("words, page", [("closeness", "gobc.closeness"), ("gobc_compute", "c.html"), ("memory", "large.html")])
def test_search_finds(browser, address, words, page):
    opened(browser, address, f"search.html?q={words}")
    WebDriverWait(browser, 20).until(lambda b: b.find_elements(By.CSS_SELECTOR, "#search-results li a"))
    WebDriverWait(browser, 20).until(
        lambda b: any(page in link.get_attribute("href") for link in b.find_elements(By.CSS_SELECTOR, "#search-results li a")))


def test_a_page_works_from_a_folder(browser):
    browser.get_log("browser")
    browser.get((SITE / "quickstart.html").as_uri())
    assert browser.title and [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []
