// The machines whose banks and sectors are counted, as the algebra knows them, and the access that is set on the page.
import { by, make } from "./dom.js";

// By name: warp, width of a bank, bytes of a sector, and the banks for each number of bytes that a thread accesses. The
// algebra leaves out what public sources do not say.
const machines = new Map();
// The machine that operations count for if they are given none.
const usual = "nvidia";
// How instructions are named, from the number of bits on.
const instructions = { nvidia: { load: "LDS.", store: "STS." }, cdna: { load: "ds_read_b", store: "ds_write_b" } };

export async function offerMachines(engine) {
  const { machines: known = [] } = await engine.ask({ do: "machines" });
  for (const machine of known) machines.set(machine.name, machine);
  by("machine").replaceChildren(...known.map(({ name, gpus, phases, sector }) => {
    const figures = phases.length > 0 || sector !== null ? "" : ", no figures";
    return make("option", { value: name }, `${gpus} (${name}${figures})`);
  }));
}

export function chooseMachine(wanted) {
  by("machine").value = machines.has(wanted) ? wanted : usual;
}

// The access, with the figures of its machine: `null` where there is none.
export function access() {
  const number = (id) => Math.max(1, Math.min(65536, Math.trunc(Number(by(id).value)) || 1));
  const given = { bytes: number("bytes"), vector: number("vector"), store: by("store").value === "store" };
  const machine = machines.get(by("machine").value);
  if (!machine) return given;
  const { name, warp, width, sector, phases } = machine;
  const transfer = given.store ? "store" : "load";
  const phase = phases.find((of) => of.bytes === given.bytes * given.vector && of.transfer === transfer);
  // The number of banks is that of the access, or the only one that the machine has.
  const all = new Set(phases.map(({ banks }) => banks));
  const banks = phase?.banks ?? (all.size === 1 ? [...all][0] : null);
  return { ...given, name, warp, width, sector, banks, together: phase?.together ?? null };
}

// What is known of the machine and this access, in words, and the sources.
export function figures() {
  const { name, warp, width, sector, banks, together, bytes, vector, store } = access();
  const said = [`Warps of ${warp} threads`];
  if (banks !== null) said.push(`${banks} banks of ${width} bytes`);
  if (together !== null) said.push(`${store ? "stores" : "loads"} of ${bytes * vector} bytes by ${together} threads together`);
  if (sector !== null) said.push(`sectors of ${sector} bytes`);
  return { text: `${said.join(", ")}.`, sources: machines.get(name)?.sources ?? "" };
}

// The numbers of bytes of a thread that have figures, with the names of their instructions.
export function widths() {
  const { name = "", store } = access();
  const transfer = store ? "store" : "load";
  const prefix = Object.entries(instructions).find(([family]) => name.startsWith(family))?.[1][transfer];
  const known = (machines.get(name)?.phases ?? []).filter((of) => of.transfer === transfer);
  return known.map(({ bytes }) => {
    const instruction = prefix && bytes >= 4 ? ` (${prefix}${8 * bytes})` : "";
    return [String(bytes), `${bytes} ${bytes === 1 ? "byte" : "bytes"} a thread${instruction}`];
  });
}

const onMachine = ({ name }) => (name === undefined || name === usual ? [] : [`machine=${name}`]);

// The call that counts the conflicts of `layout`. Arguments that are as the operation has them are left out.
export function conflictsOf(layout, access) {
  const { bytes, vector, store } = access;
  const on = onMachine(access);
  return `bank_conflicts(${[layout, bytes, ...(vector === 1 ? [] : [vector]), ...on, ...(store && on.length > 0 ? ["store=true"] : [])].join(", ")})`;
}

// The call that counts the sectors of `layout`.
export function sectorsOf(layout, access) {
  const { bytes, vector } = access;
  return `coalescing(${[layout, bytes, ...(vector === 1 ? [] : [vector]), ...onMachine(access)].join(", ")})`;
}
