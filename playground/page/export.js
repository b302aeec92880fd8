// The value as source text, and the picture as a file.
import { by, copied, download, make } from "./dom.js";

const titles = { cute: "CuTe C++, an expression", type: "CuTe C++, a type", dsl: "CuTe DSL", pycute: "PyCuTe", c: "C and CUDA", rust: "tilework", triton: "Triton, a linear layout", gluon: "Gluon" };

export class Export {
  constructor(engine, view) {
    Object.assign(this, { engine, view });
    for (const [id, form, type] of [["svg", "svg", "image/svg+xml"], ["tikz", "tikz", "text/x-tex"], ["html", "html", "text/html"], ["plain", "text", "text/plain"]]) {
      by(`save-${id}`).addEventListener("click", async () => {
        const { file } = await this.file(form);
        if (file) download(`layout.${{ svg: "svg", tikz: "tex", html: "html", text: "txt" }[form]}`, new Blob([file], { type }));
      });
    }
    by("save-png").addEventListener("click", () => {
      if (view.picture) view.canvas.image(2).toBlob((blob) => download("layout.png", blob), "image/png");
    });
  }

  file(form) {
    return this.engine.ask({ do: "file", picture: "main", form, title: this.title ?? "layout" });
  }

  async show(request, title) {
    this.title = title;
    this.asked = (this.asked || 0) + 1;
    const { asked } = this;
    const { forms = [] } = await this.engine.ask({ do: "export", ...request });
    if (asked !== this.asked) return;
    const rows = forms.map(({ name, text, error }) => {
      const button = make("button", { type: "button", class: "small", disabled: error !== undefined }, "Copy");
      button.addEventListener("click", () => copied(text, button));
      return make("div", { class: "form", "data-form": name },
        make("h4", {}, titles[name] ?? name, button),
        error === undefined ? make("pre", { tabindex: "0" }, text) : make("p", { class: "refused" }, error));
    });
    by("forms").replaceChildren(...rows);
    by("forms-empty").hidden = rows.length > 0;
  }
}
