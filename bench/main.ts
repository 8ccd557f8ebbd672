/**
 * `npm run bench [-- --out FILE] [--quick] [--only NAME]`: our HTTP API, through sign-in and access rules, against the baseline of
 * `raw-server.ts` on the same tables, by turns in one run; import against a bare COPY. Prints ratios, because
 * machines differ. `--quick` leaves out a million records, `--only` all results that do not begin with NAME.
 */
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { measureExport } from './exports.ts'
import { copyBare, importPeople } from './imports.ts'
import type { Result } from './load.ts'
import { atAMillion, millionName } from './million.ts'
import { measureNeighbour, neighbourName } from './neighbour.ts'
import { measurePaste, pasteName } from './paste.ts'
import { compareReadsAndWrites } from './reads-and-writes.ts'
import { compareRecordPage, recordPageName } from './record-page.ts'
import { measureSearch, searchName } from './search.ts'
import { measureSmartCollections, smartCollectionsName } from './smart-collections.ts'
import { measureThumbnails, thumbnailsName } from './thumbnails.ts'
import { measureUndoImport, undoImportName } from './undo-import.ts'
import {
  calendarName,
  fourConditionsName,
  mapName,
  measureCalendar,
  measureFourConditions,
  measureMap,
} from './views.ts'
import { createPeople, createWorld, memory, resetPeak, type World } from './world.ts'

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})

/** Whether a result is asked for: all are, or those whose name begins with `--only`. */
const isWanted = (name: string): boolean => options.only === undefined || name.startsWith(options.only)

/** With the server's memory when it was measured, and the most since the result before. */
interface Noted extends Result {
  memory: ReturnType<typeof memory>
}

const world = await createWorld()
try {
  const results: Noted[] = []
  const pid = world.server.pid as number
  resetPeak(pid)
  const note = (result: Result): void => {
    const noted = { ...result, memory: memory(pid) }
    resetPeak(pid)
    results.push(noted)
    print(noted)
  }
  const people = await createPeople(world, 'People')
  if (isWanted('import of 100,000 rows')) note(await measureImport(world, people, 100_000))
  else await importPeople(world, people.id, 100_000)
  await compareReadsAndWrites(world, people, isWanted, note)
  if (isWanted('export of 250,000 rows')) note(await measureExport(world))
  if (isWanted(recordPageName)) note(await compareRecordPage(world))
  if (isWanted(undoImportName)) note(await measureUndoImport(world))
  if (isWanted(pasteName)) note(await measurePaste(world, people))
  if (isWanted(searchName)) note(await measureSearch(world, options.quick ? 100_000 : 1_000_000))
  if (isWanted(smartCollectionsName))
    note(await measureSmartCollections(world, options.quick ? 100_000 : 1_000_000))
  const seen = options.quick ? 100_000 : 1_000_000
  if (isWanted(fourConditionsName)) note(await measureFourConditions(world, seen))
  if (isWanted(mapName)) note(await measureMap(world, seen))
  if (isWanted(calendarName)) note(await measureCalendar(world, seen))
  if (isWanted(neighbourName)) note(await measureNeighbour(world, people.id, seen))
  if (isWanted(thumbnailsName)) note(await measureThumbnails(world, people))
  const isMillion = options.only ? millionName.startsWith(options.only) : !options.quick
  if (isMillion) for (const result of await atAMillion(world, people)) note(result)
  const used = memory(pid)
  if (used) console.log(`server memory: ${used.now} MB after the run`)
  if (options.out) fs.writeFileSync(options.out, JSON.stringify({ results, memory: used }, null, 2))
} finally {
  await world.stop()
}

function print({ name, ratio, reqPerSec, p50, p99, baseline, memory }: Noted): void {
  const line = `${name.padEnd(44)} ratio ${ratio.toFixed(2).padStart(6)}`
  console.log(
    `${line}   ${reqPerSec.toFixed(1).padStart(9)}/s p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms` +
      `   baseline ${baseline.reqPerSec.toFixed(1)}/s p50 ${baseline.p50.toFixed(1)} p99 ${baseline.p99.toFixed(1)} ms` +
      (memory ? `   server ${memory.now} MB, ${memory.peak} at most` : ''),
  )
}

/** Rows a second of an import with history, search and catalogue, against COPY of the same lines into a bare table. */
async function measureImport(
  world: World,
  people: { id: number; tableName: string },
  count: number,
): Promise<Result> {
  const copies: number[] = []
  for (let round = 0; round < 3; round++) copies.push(await copyBare(world, count))
  const copy = copies.sort((a, b) => a - b)[1] as number
  resetPeak(world.server.pid as number)
  const seconds = await importPeople(world, people.id, count)
  return {
    name: `import of ${count.toLocaleString('en')} rows`,
    ratio: copy / seconds,
    reqPerSec: count / seconds,
    p50: seconds * 1000,
    p99: seconds * 1000,
    baseline: { reqPerSec: count / copy, p50: copy * 1000, p99: copy * 1000 },
  }
}
