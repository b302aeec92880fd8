// What several tests do: type, and read the values.
export const values = (page) => page.see("[...document.querySelectorAll('#answers li')].map((row) => row.querySelector('.value')?.textContent ?? row.querySelector('.failure p')?.textContent ?? '')");

// Replaces the text as a reader would: selects all, and types.
export async function typed(page, text) {
  await page.see("document.getElementById('text').focus()");
  await page.see("document.getElementById('text').select()");
  await page.type(text);
  await page.until(`playground.session.text === ${JSON.stringify(text)} && !playground.session.busy`);
  await page.see("new Promise((resolve) => setTimeout(resolve, 60))");
}
