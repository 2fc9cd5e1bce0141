// Opens every page of the rendered book from disk, as a reader does: no errors, no page that scrolls sideways, nothing that a
// keyboard or a screen reader cannot use, no link that leads nowhere, and everything there without JavaScript.
//
// The book is the folder named by BOOK, rendered from the reference machine's records.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const BOOK = path.resolve(process.env.BOOK ?? fileURLToPath(new URL("../../book", import.meta.url)));
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const LOCALES = ["cs", "es", "ja", "en"];

const pages = readdirSync(BOOK, { recursive: true })
  .filter((name) => name.endsWith(".html"))
  .sort();
const chapters = pages.filter((name) => name.includes(path.sep) && !name.endsWith("index.html"));
const address = (page) => pathToFileURL(path.join(BOOK, page)).href;

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
});
after(() => browser?.close());

/** Opens a page in a context of its own, and gives what `look` sees in it. */
async function open(page, options, look) {
  const context = await browser.newContext(options);
  try {
    const tab = await context.newPage();
    const problems = [];
    tab.on("pageerror", (error) => problems.push(String(error)));
    tab.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    tab.on("requestfailed", (request) => problems.push(`request failed: ${request.url()}`));
    tab.on("request", (request) => {
      if (!/^(file|data):/.test(request.url())) problems.push(`request leaves the disk: ${request.url()}`);
    });
    await tab.goto(address(page));
    const seen = await look(tab);
    assert.deepEqual(problems, [], page);
    return seen;
  } finally {
    await context.close();
  }
}

test("the book has every chapter in every language", () => {
  const slugs = new Set(chapters.map((page) => path.basename(page)));
  assert.ok(slugs.size >= 4, `chapters: ${[...slugs]}`);
  for (const locale of LOCALES) {
    for (const slug of slugs) assert.ok(chapters.includes(path.join(locale, slug)), `${locale}/${slug}`);
  }
});

test("all pages are valid HTML", () => {
  const jar = path.join(path.dirname(require.resolve("vnu-jar/package.json")), "build/dist/vnu.jar");
  const files = pages.map((page) => path.join(BOOK, page));
  // CSS that is newer than the checker is left to the browser.
  execFileSync("java", ["-jar", jar, "--errors-only", "--skip-non-html", "--filterpattern", ".*CSS:.*", ...files], {
    stdio: ["ignore", "inherit", "pipe"],
  });
});

describe("each page", () => {
  for (const page of pages) {
    test(`${page} fits from 360 px on, light and dark, and is usable by all`, async () => {
      for (const [width, colorScheme] of [[360, "light"], [900, "light"], [1280, "dark"]]) {
        await open(page, { viewport: { width, height: 800 }, colorScheme }, async (tab) => {
          const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(overflow <= 0, `${page} scrolls sideways by ${overflow} px at ${width} px`);
          const largest = await tab.evaluate(() => {
            const size = (element) => parseFloat(getComputedStyle(element).fontSize);
            const drawn = [...document.querySelectorAll("svg.chart text")].map((text) => text.getScreenCTM().a * size(text));
            return Math.max(0, ...drawn) / size(document.body);
          });
          assert.ok(largest < 1, `${page}: words of a chart are ${largest} times as large as the text at ${width} px`);
          await tab.evaluate(() => document.querySelectorAll("details").forEach((folded) => (folded.open = true)));
          await tab.evaluate(AXE);
          const { violations } = await tab.evaluate(() => globalThis.axe.run({ preload: false }));
          const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" | ")}`);
          assert.deepEqual(told, [], `${page}, ${width} px, ${colorScheme}`);
        });
      }
    });

    test(`${page} has links that lead somewhere, in the page's own language`, async () => {
      const { links, lang } = await open(page, {}, (tab) =>
        tab.evaluate(() => ({
          links: [...document.querySelectorAll("a[href], link[href]")].map((link) => link.href),
          lang: document.documentElement.lang,
        })),
      );
      const locale = page.split(path.sep)[0];
      if (LOCALES.includes(locale)) assert.equal(lang, locale);
      for (const link of links) {
        const target = new URL(link);
        if (target.protocol !== "file:") continue;
        const file = fileURLToPath(new URL(target.pathname, "file://"));
        assert.ok(existsSync(file), `${page} links to ${link}`);
        if (target.hash) {
          const id = decodeURIComponent(target.hash.slice(1));
          assert.ok(readFileSync(file, "utf8").includes(`id="${id}"`), `${page} links to ${link}`);
        }
      }
    });
  }
});

describe("each chapter", () => {
  for (const page of chapters) {
    test(`${page} is complete without JavaScript`, async () => {
      await open(page, { javaScriptEnabled: false }, async (tab) => {
        const text = await tab.innerText("main");
        assert.ok(!/\{(value|claim|program|experiment|predict|output)\}/.test(text), "an unresolved construct");
        assert.ok((await tab.locator("a.figure").count()) > 0, "figures in sentences");
        assert.ok((await tab.locator("svg[role=img]").count()) > 0, "a chart");
        assert.ok((await tab.locator("table").count()) > 0, "a table of figures");
        const untitled = await tab.locator("svg[role=img]:not(:has(title))").count();
        assert.equal(untitled, 0, "charts have titles");
      });
    });

    test(`${page} leads to the same chapter in the other languages`, async () => {
      await open(page, {}, async (tab) => {
        for (const locale of LOCALES) {
          const alternate = tab.locator(`link[rel=alternate][hreflang=${locale}]`);
          assert.equal(await alternate.count(), 1, locale);
        }
        assert.equal(await tab.locator("link[rel=alternate][hreflang=x-default]").count(), 1);
      });
    });

    test(`${page} asks for a guess, and answers it`, async () => {
      await open(page, {}, async (tab) => {
        const form = tab.locator("form.predict").first();
        const answer = await tab.$(`details[data-waits='${await form.getAttribute("id")}']`);
        assert.equal(await answer.isVisible(), false, "the answer waits for the guess");
        await form.locator("input[type=radio]").first().check();
        await form.locator("button:not([type=button])").click();
        assert.ok(await answer.isVisible(), "the answer is shown after the guess");
        assert.ok((await form.locator("[role=status]").innerText()).length > 0, "the guess is judged");
      });
    });
  }
});

test("an answer to two guesses waits for both", async () => {
  const form = (id) => `<form class="predict" id="${id}" data-check="Check" data-skip="Skip" data-yes="Yes" data-no="No"
    data-right="0"><p id="${id}-asks">How many?</p><ul class="options"><li>1</li><li>2</li></ul></form>`;
  const script = readFileSync(path.join(BOOK, "assets/book.js"), "utf8");
  await open(chapters[0], {}, async (tab) => {
    await tab.setContent(`${form("one")}${form("two")}<details data-waits="one two"><summary>Answer</summary>x</details>`);
    await tab.addScriptTag({ content: script });
    const answer = tab.locator("details");
    for (const [id, shown] of [["one", false], ["two", true]]) {
      await tab.locator(`#${id} input`).first().check();
      await tab.locator(`#${id} button:not([type=button])`).click();
      assert.equal(await answer.isVisible(), shown, `after guess ${id}`);
    }
  });
});

test("a chapter of each language prints, without anything that only a screen can use", async () => {
  for (const locale of LOCALES) {
    const page = chapters.find((name) => name.startsWith(locale));
    await open(page, {}, async (tab) => {
      await tab.emulateMedia({ media: "print" });
      assert.equal(await tab.locator(".languages").first().isVisible(), false, "no switch of languages on paper");
      const paper = await tab.pdf({ format: "A4" });
      assert.ok(paper.length > 10_000);
    });
  }
});
