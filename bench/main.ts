/**
 * `npm run bench [-- --out FILE] [--quick] [--only NAME] [--write-table]` compares our HTTP API, including authentication and
 * access rules, with the baseline of `raw-server.ts` on the same tables in alternating rounds, and imports
 * with COPY. It prints ratios, because machines differ. `--quick` skips a million records, `--only` (which can be
 * repeated) results whose name does not begin with NAME. `--write-table` puts those of `plain` into docs/PERFORMANCE.md. It fails where a result
 * has more of something than its limit.
 */
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { browserName, measureBrowser } from './browser.ts'
import { browserPasteName, measureBrowserPaste } from './browser-paste.ts'
import { measureExport } from './exports.ts'
import { firstQuestionName, measureFirstQuestion } from './first-question.ts'
import { copyBare, importPeople, measureUpdatingImport, updatingImportName } from './imports.ts'
import { isMissed, type Result } from './load.ts'
import { measureMillion, millionName } from './million.ts'
import { measureNeighbour, neighbourName } from './neighbour.ts'
import { measurePaste, pasteName } from './paste.ts'
import { writePerformancePage } from './performance-page.ts'
import { measurePlain } from './plain.ts'
import { measurePreflight, preflightName } from './preflight.ts'
import { measureRate, ratesName } from './rates.ts'
import { compareReadsAndWrites } from './reads-and-writes.ts'
import { compareRecordPage, recordPageName } from './record-page.ts'
import { measureRoles } from './roles.ts'
import { measureSearch, searchName } from './search.ts'
import { measureSend, sendName } from './send.ts'
import { measureSmartCollections, smartCollectionsName } from './smart-collections.ts'
import { measureTeams } from './teams.ts'
import { measureTeamsUsed, teamsUsedName } from './teams-used.ts'
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
import { measureWide, wideName } from './wide.ts'
import { measureWizardBoard, wizardBoardName } from './wizard-board.ts'
import { measureWizardStep, wizardStepName } from './wizard-step.ts'
import { measureWizardAttack, measureWizardRush, wizardAttackName, wizardRushName } from './wizards.ts'
import { createPeople, createWorld, memory, resetPeak, type World } from './world.ts'

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    'write-table': { type: 'boolean', default: false },
  },
})

/** Whether to measure a result: all by default, or those whose name begins with an `--only`. */
const isSelected = (name: string): boolean => options.only?.some((start) => name.startsWith(start)) ?? true

/** With the server's memory after the measurement, and its peak since the previous result. */
interface ReportedResult extends Result {
  memory: ReturnType<typeof memory>
}

const world = await createWorld()
try {
  const results: ReportedResult[] = []
  const pid = world.server.pid as number
  resetPeak(pid)
  const report = (result: Result): void => {
    const reported = { ...result, memory: memory(pid) }
    resetPeak(pid)
    results.push(reported)
    print(reported)
  }
  const people = await createPeople(world, 'People')
  if (isSelected('import of 100,000 rows')) report(await measureImport(world, people, 100_000))
  else await importPeople(world, people.id, 100_000)
  await compareReadsAndWrites(world, people, isSelected, report)
  if (isSelected('export of 250,000 rows')) report(await measureExport(world))
  await measurePlain(world, isSelected, report)
  await measureRoles(world, people, isSelected, report)
  if (isSelected(recordPageName)) report(await compareRecordPage(world))
  if (isSelected(updatingImportName)) report(await measureUpdatingImport(world, 100_000))
  if (isSelected(undoImportName)) report(await measureUndoImport(world))
  if (isSelected(pasteName)) report(await measurePaste(world, people))
  if (isSelected(searchName)) report(await measureSearch(world, options.quick ? 100_000 : 1_000_000))
  if (isSelected(smartCollectionsName))
    report(await measureSmartCollections(world, options.quick ? 100_000 : 1_000_000))
  const viewRecords = options.quick ? 100_000 : 1_000_000
  if (isSelected(fourConditionsName)) report(await measureFourConditions(world, viewRecords))
  if (isSelected(mapName)) report(await measureMap(world, viewRecords))
  if (isSelected(calendarName)) report(await measureCalendar(world, viewRecords))
  if (isSelected(wideName)) report(await measureWide(world, viewRecords))
  if (isSelected(neighbourName)) report(await measureNeighbour(world, people.id, viewRecords))
  if (isSelected(thumbnailsName)) report(await measureThumbnails(world, people))
  if (isSelected(firstQuestionName)) {
    for (const result of await measureFirstQuestion(world, people)) report(result)
  }
  if (isSelected(browserName)) for (const result of await measureBrowser(world, people)) report(result)
  if (isSelected(browserPasteName)) report(await measureBrowserPaste(world))
  if (isSelected(wizardBoardName)) report(await measureWizardBoard(world))
  if (isSelected(wizardStepName)) report(await measureWizardStep(world, people))
  if (isSelected(wizardRushName)) report(await measureWizardRush(world, people))
  if (isSelected(wizardAttackName)) report(await measureWizardAttack(world, people))
  if (isSelected(preflightName)) report(await measurePreflight(world, 100_000))
  if (isSelected(sendName)) report(await measureSend(world, options.quick ? 20_000 : 100_000))
  if (isSelected(ratesName)) for (const limit of [14, 200]) report(await measureRate(world, limit))
  await measureTeams(world, isSelected, report)
  if (isSelected(teamsUsedName)) report(await measureTeamsUsed(world, options.quick ? 300 : 2000))
  const isMillion = options.only ? isSelected(millionName) : !options.quick
  if (isMillion) for (const result of await measureMillion(world, people)) report(result)
  const used = memory(pid)
  if (used) console.log(`server memory: ${used.now} MB after the run`)
  if (results.some(({ limits = [] }) => limits.some(isMissed))) process.exitCode = 1
  if (options['write-table']) writePerformancePage(results)
  if (options.out) fs.writeFileSync(options.out, JSON.stringify({ results, memory: used }, null, 2))
} finally {
  await world.stop()
}

function print({ name, ratio, reqPerSec, p50, p99, baseline, limits = [], memory }: ReportedResult): void {
  const line = `${name.padEnd(44)} ratio ${ratio.toFixed(2).padStart(6)}`
  console.log(
    `${line}   ${reqPerSec.toFixed(1).padStart(9)}/s p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms` +
      `   baseline ${baseline.reqPerSec.toFixed(1)}/s p50 ${baseline.p50.toFixed(1)} p99 ${baseline.p99.toFixed(1)} ms` +
      (memory ? `   server ${memory.now} MB, ${memory.peak} at most` : ''),
  )
  for (const limit of limits) {
    const { of, value, atMost } = limit
    const most = atMost === undefined ? '' : `, at most ${atMost}${isMissed(limit) ? ': MISSED' : ''}`
    console.log(`  ${value.toFixed(Number.isInteger(value) ? 0 : 1).padStart(8)} ${of}${most}`)
  }
}

/** Rows per second of an import with history, search and catalogue, against COPY of the same lines. */
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
