/** Items of custom lists that an import creates have colours. */
import { givenColors } from '@muster/contract/lists/colors'
import { expect, it } from 'vitest'
import { files, withApp, world } from './imports.test-support.ts'

withApp()

const colorsIn = async () =>
  Object.fromEntries((await files.state(world.parties)).map(({ name, values }) => [name, values.color]))

it('creates items for unknown choices with a colour each', async () => {
  const file = await files.upload('name,party\nAna,Reds\nBen,Violets\nCay,Reds', world.people)
  const columns = [
    { index: 0, columnName: 'name' },
    { index: 1, columnName: 'party', unknown: 'create' },
  ]
  const done = await files.checkedRun(file, { columns })
  expect(done.choicesCreated).toBe(2)
  const colors = await colorsIn()
  expect([colors.Reds, colors.Violets].every((color) => givenColors.includes(String(color)))).toBe(true)
  expect(colors.Reds).not.toBe(colors.Violets)
  await files.undo(done)
})

it('gives rows of a file without colours one each, and leaves those of a file with colours alone', async () => {
  const done = await files.checkedRun(await files.upload('name\nNorth\nSouth\nEast\nWest', world.parties))
  const { North, South, East, West } = await colorsIn()
  expect(new Set([North, South, East, West]).size).toBe(4)
  expect(givenColors).toEqual(expect.arrayContaining([North, South, East, West]))
  await files.undo(done)
  const colored = await files.checkedRun(
    await files.upload('name,color\nTop,#123456\nBottom,', world.parties),
  )
  expect(await colorsIn()).toMatchObject({ Top: '#123456', Bottom: null })
  await files.undo(colored)
})
