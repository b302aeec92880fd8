// The memories whose banks are counted, and the access that is set on the page.
import { by, make } from "./dom.js";

// Banks, their width in bytes, the threads that are served at once (0: as many as the banks serve), and a warp's threads.
const numbered = {
  nvidia: { title: "32 banks of 4 bytes (NVIDIA)", banks: 32, width: 4, lanes: 0, warp: 32 },
  b64: { title: "64 banks of 4 bytes, 64 threads a warp", banks: 64, width: 4, lanes: 0, warp: 64 },
  b16: { title: "16 banks of 4 bytes, 16 threads at once", banks: 16, width: 4, lanes: 16, warp: 16 },
};

// GPUs that the algebra may know by name. It has the banks and who accesses them together; `banks` and `warp` are for
// labels here.
const named = {
  cdna2: { title: "AMD MI200 (cdna2)", banks: 32, warp: 64 },
  cdna3: { title: "AMD MI300 (cdna3)", banks: 32, warp: 64 },
  cdna4: { title: "AMD MI350 (cdna4)", banks: 64, warp: 64 },
  rdna3: { title: "AMD RX 7000 (rdna3)", banks: 32, warp: 32 },
  rdna4: { title: "AMD RX 9000 (rdna4)", banks: 32, warp: 32 },
  xe: { title: "Intel Xe (xe)", banks: 16, warp: 16 },
};

const machines = { ...numbered };

// Offers the machines; those with names, if the algebra knows them.
export async function offerMachines(engine) {
  const known = await Promise.all(Object.keys(named).map((name) => engine.value(name)));
  Object.entries(named).forEach(([name, machine], at) => {
    if (known[at].kind?.includes("machine")) machines[name] = { width: 4, lanes: 0, name, ...machine };
  });
  by("machine").replaceChildren(...Object.entries(machines).map(([value, { title }]) => make("option", { value }, title)));
}

export function chooseMachine(wanted) {
  by("machine").value = machines[wanted] ? wanted : "nvidia";
}

export function access() {
  const number = (id) => Math.max(1, Math.min(65536, Math.trunc(Number(by(id).value)) || 1));
  const { banks, width, lanes, warp, name } = machines[by("machine").value] ?? machines.nvidia;
  return { bytes: number("bytes"), vector: number("vector"), banks, width, lanes, warp, name, store: by("store").value === "store" };
}

// The call that counts the conflicts of `layout`. Arguments that are as the operation has them are left out.
export function conflictsOf(layout, { bytes, vector, banks, width, lanes, name, store }) {
  const given = [layout, bytes];
  if (name !== undefined) {
    if (vector !== 1) given.push(vector);
    given.push(`machine=${name}`);
    if (store) given.push("store=true");
  } else if (lanes !== 0) given.push(vector, banks, width, lanes);
  else if (width !== 4 || banks !== 32) given.push(vector, banks, width);
  else if (vector !== 1) given.push(vector);
  return `bank_conflicts(${given.join(", ")})`;
}

// The call that counts the sectors of `layout`.
export function sectorsOf(layout, { bytes, name }) {
  return `coalescing(${[layout, bytes, ...(name === undefined ? [] : [`machine=${name}`])].join(", ")})`;
}
