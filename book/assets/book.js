// What a page can do beyond being read: keep the section when the language changes, take guesses, mark where one is.
// A classic script, so that it runs from file:// too; every page is complete without it.
(function () {
  "use strict";

  // Sections have the same ids in all languages.
  document.querySelectorAll(".languages a").forEach(function (link) {
    var target = link.getAttribute("href");
    link.addEventListener("click", function () {
      link.setAttribute("href", target + (location.hash || section()));
    });
  });

  function headings() {
    return Array.prototype.slice.call(document.querySelectorAll("main :is(h2, h3)[id]"));
  }

  function section() {
    var above = headings().filter(function (heading) { return heading.getBoundingClientRect().top < 120; });
    return above.length ? "#" + above[above.length - 1].id : "";
  }

  var entries = {};
  document.querySelectorAll(".contents a").forEach(function (link) { entries[link.getAttribute("href")] = link; });
  function mark() {
    var here = section();
    Object.keys(entries).forEach(function (id) {
      if (id === here) { entries[id].setAttribute("aria-current", "true"); } else { entries[id].removeAttribute("aria-current"); }
    });
  }
  if (Object.keys(entries).length) {
    addEventListener("scroll", mark, { passive: true });
    mark();
  }

  // The page that leads to the languages goes to the reader's own one, but not when a page of the book sent them to choose.
  var folder = location.href.replace(/[^/]*$/, "");
  var choosing = location.hash === "#choose" || document.referrer.indexOf(folder) === 0;
  if (document.querySelector("[data-choose]") && !choosing) {
    var wanted = navigator.languages || [navigator.language || ""];
    for (var i = 0; i < wanted.length; i += 1) {
      var link = document.querySelector("[data-choose] a[hreflang='" + wanted[i].split("-")[0].replace(/\W/g, "") + "']");
      if (link) { location.replace(link.href); break; }
    }
  }

  function element(name, text, className) {
    var made = document.createElement(name);
    if (text) { made.textContent = text; }
    if (className) { made.className = className; }
    return made;
  }

  document.querySelectorAll("form.predict").forEach(function (form) {
    var answers = document.querySelectorAll("details[data-waits~='" + form.id + "']");
    var guess = form.querySelector(".slider") ? slider(form) : options(form);
    if (!guess) { return; }
    form.classList.add("live");
    answers.forEach(function (answer) { answer.hidden = true; });

    var buttons = element("div", "", "buttons");
    var check = element("button", form.dataset.check);
    check.disabled = guess.empty;
    var skip = element("button", form.dataset.skip, "quiet");
    skip.type = "button";
    var told = element("p", "", "told");
    told.setAttribute("role", "status");
    buttons.append(check, skip);
    form.append(buttons, told);

    form.addEventListener("input", function () { check.disabled = false; });
    function open() {
      // An answer may wait for other guesses too.
      answers.forEach(function (answer) {
        var waits = answer.dataset.waits.split(" ").filter(function (id) { return id !== form.id; });
        answer.dataset.waits = waits.join(" ");
        if (waits.length === 0) { answer.hidden = false; answer.open = true; }
      });
      var measured = form.querySelector(".measured");
      if (measured) { measured.hidden = false; }
      buttons.remove();
      form.querySelectorAll("input").forEach(function (input) { input.disabled = true; });
    }
    skip.addEventListener("click", open);
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      var verdict = guess.verdict();
      var words = { yes: form.dataset.yes, close: form.dataset.close, no: form.dataset.no };
      told.textContent = verdict ? words[verdict] : form.dataset.unclear || "";
      told.classList.add(verdict === "close" ? "yes" : verdict || "open");
      open();
    });
  });

  function options(form) {
    var items = form.querySelectorAll(".options li");
    if (!items.length) { return null; }
    form.querySelector(".options").setAttribute("role", "radiogroup");
    form.querySelector(".options").setAttribute("aria-labelledby", form.id + "-asks");
    items.forEach(function (item, index) {
      var label = element("label");
      var input = element("input");
      input.type = "radio";
      input.name = form.id;
      input.value = index;
      label.append(input);
      var words = element("span");
      while (item.firstChild) { words.append(item.firstChild); }
      label.append(words);
      item.append(label);
      // A group of radio buttons has no list items.
      item.setAttribute("role", "presentation");
    });
    return {
      empty: true,
      verdict: function () {
        if (form.dataset.right === undefined) { return null; }
        return form.elements[form.id].value === form.dataset.right ? "yes" : "no";
      }
    };
  }

  // A logarithmic slider: as far to half as to double.
  function slider(form) {
    var place = form.querySelector(".slider");
    var least = Math.log(place.dataset.least);
    var most = Math.log(place.dataset.most);
    var input = element("input");
    var shown = element("output");
    input.type = "range";
    input.min = 0;
    input.max = 200;
    input.value = 100;
    input.setAttribute("aria-label", place.dataset.label);
    function value() { return Math.exp(least + (most - least) * input.value / 200); }
    function tell() {
      var number = new Intl.NumberFormat(document.documentElement.lang, { maximumSignificantDigits: 2 }).format(value());
      shown.textContent = place.dataset.pattern.replace("{}", number);
      input.setAttribute("aria-valuetext", shown.textContent);
    }
    input.addEventListener("input", tell);
    tell();
    place.append(input, shown);
    place.hidden = false;
    return {
      empty: false,
      verdict: function () {
        if (place.dataset.value === undefined) { return null; }
        var off = Math.abs(Math.log(value() / place.dataset.value));
        return off <= Math.log(1.15) ? "yes" : off <= Math.log(1.5) ? "close" : "no";
      }
    };
  }
}());
