// Tables to sort, search and download, and what the keyboard does with the picture of the network. Labels come into the page as
// texts (textContent), never as HTML.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const PAGE = 25;
  const collator = new Intl.Collator(undefined, { numeric: true });
  const page = { source: {}, picture: null, tables: {} };

  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const find = (id) => document.getElementById(id);
  const say = (text) => { const place = find("said"); if (place) place.textContent = text; };

  // ---- tables ----

  const number = (value) => (typeof value === "number" ? value : { inf: Infinity, "-inf": -Infinity }[value] ?? NaN);
  const count = (value) => value.toLocaleString("en");

  // What cannot be seen, or turns the direction of text, as an escape of Python's.
  const escape = (each) => {
    const named = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[each];
    const code = each.codePointAt(0);
    const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
    return named ?? `\\${letter}${code.toString(16).padStart(digits, "0")}`;
  };
  const visible = (text) => text.replace(/[\p{C}\p{Z}]/gu, (each) => (each === " " ? each : escape(each)));

  // As number() of _numbers.py: six significant digits, thousands separators, powers of ten for what is very small or large.
  const plain = new Intl.NumberFormat("en", { maximumSignificantDigits: 6, roundingMode: "halfEven" });
  const whole_number = new Intl.NumberFormat("en");
  const superscript = (power) => [...String(power)].map((each) => "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"["-0123456789".indexOf(each)]).join("");
  const told = (value) => {
    const size = Math.abs(value);
    if (Number.isInteger(value) && size < 1e9) return whole_number.format(value);
    const [mantissa, power] = value.toExponential(5).split("e");
    if (-5 < Number(power) && Number(power) < 9) return plain.format(value);
    return `${Number(mantissa)} \u00d7 10${superscript(Number(power))}`;
  };

  const shown = (column, row) => {
    const value = column.values[row];
    if (column.kind === "score") return typeof value === "number" ? told(value) : value;
    if (column.kind === "number" && !column.label) return count(value);
    if (column.kind === "flag") return value ? "yes" : "no";
    return visible(String(value));
  };

  // NaN comes last in either direction; equal rows stay in the order of the file.
  const compare = (column, direction) => {
    const values = column.values;
    if (column.kind === "text") return (a, b) => direction * collator.compare(values[a], values[b]);
    const numbers = values.map((value) => (typeof value === "boolean" ? Number(value) : number(value)));
    return (a, b) => {
      const [x, y] = [numbers[a], numbers[b]];
      if (x !== x || y !== y) return (x !== x) - (y !== y);
      return direction * ((x > y) - (x < y));
    };
  };

  const quoted = (value) => {
    const text = value === true ? "True" : value === false ? "False" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };

  const csv = (table) => {
    const lines = [table.columns.map((column) => quoted(column.name)).join(",")];
    for (let row = 0; row < table.rows.length; row++)
      lines.push(table.columns.map((column) => quoted(column.values[row])).join(","));
    return lines.join("\n") + "\n";
  };

  const download = (text, name) => {
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" })), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };

  const cell = (table, column, row) => {
    const text = shown(column, row);
    const element = make("td", { title: column.label && text.length > 30 ? text : "" });
    if (column.label) element.classList.add("label");
    if (column.name === "rank") element.classList.add("rank");
    if (column.label && table.of === "nodes") element.append(make("button", { type: "button", textContent: text, onclick: () => choose(row) }));
    else element.textContent = text;
    if (column.kind === "score" && column.largest > 0) {
      element.classList.add("score");
      const share = Math.max(0, Math.min(1, number(column.values[row]) / column.largest));
      if (share) element.style.setProperty("--share", `${(100 * share).toFixed(1)}%`);
    }
    return element;
  };

  const sort = (state, column, direction) => {
    state.column = column;
    state.direction = direction;
    const all = state.table.rows.map((_, row) => row);
    state.order = column ? all.sort(compare(column, direction)) : all;
    search(state, state.words);
  };

  const search = (state, words) => {
    state.words = words;
    const wanted = words.trim().toLowerCase();
    const labels = state.table.columns.filter((column) => column.label);
    state.found = wanted
      ? state.order.filter((row) => labels.some((column) => String(column.values[row]).toLowerCase().includes(wanted)))
      : state.order;
    state.first = 0;
    draw(state);
  };

  const draw = (state) => {
    const { table, part, found } = state;
    const rows = found.slice(state.first, state.first + PAGE);
    part.querySelector("tbody").replaceChildren(...rows.map((row) => {
      const line = make("tr", {}, ...table.columns.map((column) => cell(table, column, row)));
      line.classList.toggle("chosen", state.chosen === row);
      return line;
    }));
    part.querySelectorAll("th").forEach((head, i) => {
      if (table.columns[i] === state.column) head.setAttribute("aria-sort", state.direction > 0 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    const last = Math.min(state.first + PAGE, found.length);
    part.querySelector(".place").textContent = found.length
      ? `${count(state.first + 1)}\u2013${count(last)} of ${count(found.length)}` : "no row has this text";
    part.querySelector(".previous").disabled = state.first === 0;
    part.querySelector(".next").disabled = last === found.length;
  };

  const tabulate = (table) => {
    const part = document.querySelector(`[data-table="${table.id}"]`);
    const state = { table, part, words: "", chosen: -1 };
    page.tables[table.id] = state;
    for (const column of table.columns)
      if (column.kind === "score") column.largest = Math.max(0, ...column.values.filter(Number.isFinite));
    const head = make("tr", {}, ...table.columns.map((column) => {
      const onclick = () => {
        const down = column.kind === "text" || column.name === "rank" ? 1 : -1;  // names from a on, scores from the largest
        sort(state, column, state.column === column ? -state.direction : down);
      };
      const element = make("th", { scope: "col" }, make("button", { type: "button", textContent: column.title, onclick }));
      if (column.label) element.classList.add("label");
      if (column.name === "rank") element.classList.add("rank");
      return element;
    }));
    part.querySelector("thead").append(head);
    part.querySelector("input").oninput = (event) => search(state, event.target.value);
    part.querySelector(".download").onclick = () => download(csv(table), table.file);
    part.querySelector(".previous").onclick = () => { state.first = Math.max(0, state.first - PAGE); draw(state); };
    part.querySelector(".next").onclick = () => { state.first += PAGE; draw(state); };
    const first = table.columns.find((column) => column.kind === "score");
    sort(state, first, -1);
    const wide = part.querySelector(".wide");
    part.querySelector(".swipe").classList.toggle("needed", wide.scrollWidth > wide.clientWidth);
  };

  // ---- pictures ----

  // A row of the table of nodes is marked wherever it is drawn.
  const choose = (row) => {
    const state = page.tables.nodes;
    state.chosen = row;
    draw(state);
    const label = state.table.columns.find((column) => column.label).values[row];
    if (page.source.nodes) {
      const drawn = page.source.nodes.data.row;
      const place = Array.prototype.indexOf.call(drawn, state.table.rows[row]);
      page.source.nodes.selected.indices = place < 0 ? [] : [place];
    }
    mark(data.drawn ? data.drawn.indexOf(state.table.rows[row]) : -1, visible(String(label)));
  };

  const mark = (place, label) => {
    if (!page.picture) return;
    const { nodes, edges } = page;
    nodes.selected.indices = place < 0 ? [] : [nodes.data.index.indexOf(place)];
    const touching = [];
    const { start, end } = edges.data;
    for (let i = 0; i < start.length; i++) if (start[i] === place || end[i] === place) touching.push(i);
    edges.selected.indices = place < 0 ? [] : touching;
    say(place < 0 ? `${label} is not in the picture.` : `${label}: marked in the picture, with ${count(touching.length)} links.`);
  };

  const move = (how) => {
    for (const range of [page.picture.x_range, page.picture.y_range]) {
      const middle = (range.start + range.end) / 2;
      const half = (range.end - range.start) / 2;
      const factor = { in: 0.8, out: 1.25 }[how] ?? 1;
      const across = range === page.picture.x_range;
      const step = (across ? { ArrowLeft: -0.2, ArrowRight: 0.2 } : { ArrowDown: -0.2, ArrowUp: 0.2 })[how] ?? 0;
      range.setv({ start: middle - half * factor + half * step, end: middle + half * factor + half * step });
    }
  };
  const whole = () => {
    page.picture.x_range.setv(page.home[0]);
    page.picture.y_range.setv(page.home[1]);
  };

  // The colors of the page, light or dark, for what is drawn on canvases.
  const paint = (figures) => {
    const style = getComputedStyle(document.documentElement);
    const [ink, soft, line] = ["--ink", "--soft", "--line"].map((name) => style.getPropertyValue(name).trim());
    for (const figure of figures) {
      for (const axis of [...figure.below, ...figure.left])
        axis.setv({ axis_label_text_color: ink, major_label_text_color: soft, axis_line_color: line,
          major_tick_line_color: line, minor_tick_line_color: null, axis_label_text_font_style: "normal" });
      for (const grid of figure.center) if ("grid_line_color" in grid) grid.grid_line_color = line;
      for (const renderer of figure.renderers)
        if (renderer.name === "names") renderer.glyph.setv({ text_color: { value: ink } });
    }
  };

  // Of names that would overlap, that of the larger score is shown, and none lies over a node that has a name.
  const measured = document.createElement("canvas").getContext("2d");
  const thin = (figure, graph, names) => {
    measured.font = "12px system-ui, sans-serif";
    const { x_scale, y_scale } = Bokeh.index.get_by_id(figure.id).frame;
    const { data } = names.data_source;
    const above = data[names.glyph.y_offset.field];
    const box = (i, left, bottom, right, top) => {
      const [x, y] = [x_scale.compute(data.x[i]), y_scale.compute(data.y[i])];
      return [x - left, y - top, x + right, y + bottom];
    };
    const taken = [];
    for (let i = 0; i < data.x.length; i++) {
      const radius = -above[i] - 1;
      taken.push(box(i, radius, radius, radius, radius));
    }
    const shown = Array.from(data.label, (label, i) => {
      const half = measured.measureText(label).width / 2 + 2;
      const one = box(i, half, above[i], half, 14 - above[i]);
      const free = taken.every((other) => one[0] >= other[2] || other[0] >= one[2] || one[1] >= other[3] || other[1] >= one[3]);
      if (free) taken.push(one);
      return free ? label : "";
    });
    if (shown.some((label, i) => label !== data.shown[i])) names.data_source.data = { ...data, shown };
  };

  const stage = (figure) => {
    const graph = figure.renderers.find((renderer) => renderer.name === "graph");
    const names = figure.renderers.find((renderer) => renderer.name === "names");
    Object.assign(page, { picture: figure, nodes: graph.node_renderer.data_source, edges: graph.edge_renderer.data_source });
    let waits = false;
    const later = () => {
      if (waits) return;
      waits = true;
      requestAnimationFrame(() => { waits = false; thin(figure, graph, names); });
    };
    for (const changed of [figure.x_range.change, figure.y_range.change, figure.properties.inner_width.change]) changed.connect(later);
    later();
    // A finger that crosses the picture scrolls the page, unless the tool is chosen.
    if (matchMedia("(pointer: coarse)").matches)
      for (const tool of figure.toolbar.tools) if (tool.type === "PanTool") tool.active = false;
    const ends = (range) => ({ start: range.start, end: range.end });
    const home = () => { page.home = [ends(figure.x_range), ends(figure.y_range)]; };
    const doing = { in: () => move("in"), out: () => move("out"), all: whole };
    for (const button of document.querySelectorAll("[data-move]"))
      button.onclick = () => { page.home ?? home(); doing[button.dataset.move](); };
    find("network-picture").onkeydown = (event) => {
      const how = { "+": "in", "=": "in", "-": "out" }[event.key] ?? event.key;
      if (event.ctrlKey || event.metaKey || event.altKey || !/^(in|out|0|Arrow.*)$/.test(how)) return;
      event.preventDefault();
      page.home ?? home();
      if (how === "0") whole(); else move(how);
    };
    const by = find("by");
    if (by) by.onchange = () => {
      const { glyph, hover_glyph, selection_glyph, nonselection_glyph } = graph.node_renderer;
      for (const each of [glyph, hover_glyph, selection_glyph, nonselection_glyph]) each.size = { field: `size_${by.value}` };
      names.glyph.y_offset = { field: `above_${by.value}` };
      later();
    };
    find("find").onchange = (event) => {
      const text = event.target.value;
      const place = page.nodes.data.label.indexOf(text);
      mark(place < 0 ? -1 : page.nodes.data.index[place], text || "Nothing");
    };
    find("save").onclick = () => figure.toolbar.tools.find((tool) => tool.name === "save").do.emit(undefined);
  };

  const draw_figures = async () => {
    if (!data.items.length) return;
    const [documents, places] = data.items;
    const [docid] = Object.keys(documents);
    await Bokeh.embed.embed_items(documents, [{ docid, roots: places, root_ids: Object.keys(places) }]);
    const figures = Bokeh.documents.flatMap((each) => each.roots());
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => paint(figures));
    paint(figures);
    for (const figure of figures) {
      if (figure.name === "network") stage(figure);
      for (const renderer of figure.renderers)
        for (const of of ["nodes", "edges"])
          if (renderer.data_source?.name === `points-${of}`) page.source[of] = renderer.data_source;
    }
  };

  for (const table of data.tables ?? []) tabulate(table);
  draw_figures().then(() => requestAnimationFrame(() => {
    performance.mark("ready");
    document.documentElement.dataset.ready = "yes";
  }));
})();
