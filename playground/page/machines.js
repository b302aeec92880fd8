// The memories whose banks are counted, and the access that is set on the page.
import { by } from "./dom.js";

// Banks, their width in bytes, the threads that are served at once (0: as many as the banks serve), and a warp's threads.
export const machines = {
  nvidia: { title: "32 banks of 4 bytes, warps of 32 (NVIDIA)", banks: 32, width: 4, lanes: 0, warp: 32 },
  amd: { title: "32 banks of 4 bytes, waves of 64 (AMD CDNA 3)", banks: 32, width: 4, lanes: 0, warp: 64 },
  amd64: { title: "64 banks of 4 bytes, waves of 64 (AMD CDNA 4)", banks: 64, width: 4, lanes: 0, warp: 64 },
  sixteen: { title: "16 banks of 4 bytes, 16 threads at once", banks: 16, width: 4, lanes: 16, warp: 16 },
};

export function machine() {
  return machines[by("machine").value] ?? machines.nvidia;
}

export function access() {
  const number = (id) => Math.max(1, Math.min(65536, Math.trunc(Number(by(id).value)) || 1));
  const { banks, width, lanes, warp } = machine();
  return { bytes: number("bytes"), vector: number("vector"), banks, width, lanes, warp };
}

// The call that counts the conflicts of `layout`.
export function conflictsOf(layout, { bytes, vector, banks, width, lanes }) {
  const rest = lanes !== 0 ? [vector, banks, width, lanes] : width !== 4 || banks !== 32 ? [vector, banks, width] : vector !== 1 ? [vector] : [];
  return `bank_conflicts(${[layout, bytes, ...rest].join(", ")})`;
}
