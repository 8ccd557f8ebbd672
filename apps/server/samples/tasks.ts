/** Projects and tasks of the sample teams: what people who look after these records may have to do. */
import type { SampleTask, SampleWork } from './sample.ts'

const task = (name: string, more: Omit<SampleTask, 'name'> = {}): SampleTask => ({ name, ...more })

/** Days count from the day the sample is made. */
export const museumWork: SampleWork = {
  projects: [
    { name: 'Spring exhibitions', status: 1, days: [-40, 60], isOwn: true },
    { name: 'Check district offices', status: 1, days: [-14, 21], isOwn: true },
    { name: 'Portraits of the Senate', status: 0, days: [30, 120] },
  ],
  tasks: [
    task('Write the wall text', {
      status: 1,
      priority: 1,
      due: 3,
      project: 'Spring exhibitions',
      about: ['exhibitions', 'Votes for Women'],
      isOwn: true,
    }),
    task('Ask the lender for better light readings', {
      status: 2,
      priority: 1,
      due: -2,
      project: 'Spring exhibitions',
      about: ['exhibitions', 'A Dome of Iron'],
      isOwn: true,
    }),
    task('Order frames', { priority: 2, due: 10, project: 'Spring exhibitions' }),
    task('Invite the donors to the opening', {
      priority: 2,
      due: 18,
      project: 'Spring exhibitions',
      about: ['exhibitions', 'Cast Your Ballot'],
    }),
    task('Proofread the Spanish labels', {
      status: 3,
      priority: 2,
      due: -5,
      project: 'Spring exhibitions',
      isOwn: true,
    }),
    task('Choose the colour of the walls', { status: 3, priority: 3, project: 'Spring exhibitions' }),
    task('Compare telephone numbers with the House directory', {
      status: 1,
      priority: 2,
      due: 0,
      project: 'Check district offices',
      isOwn: true,
    }),
    task('Write to offices without a fax number', { priority: 3, due: 6, project: 'Check district offices' }),
    task('Look for offices that moved', { priority: 1, due: 9, project: 'Check district offices' }),
    task('Count the portraits that are missing', { priority: 2, project: 'Portraits of the Senate' }),
    task('Renew the insurance of the map cases', {
      priority: 0,
      due: 1,
      about: ['exhibitions', 'Mapping the Districts'],
      isOwn: true,
    }),
  ],
}

export const foodBankWork: SampleWork = {
  projects: [{ name: 'Reparto de invierno', status: 1, days: [-10, 45], isOwn: true }],
  tasks: [
    task('Confirmar el turno del sábado', {
      status: 1,
      priority: 1,
      due: 2,
      project: 'Reparto de invierno',
      about: ['people', 'Marisol Aguayo'],
      isOwn: true,
    }),
    task('Revisar las fechas de las conservas', { priority: 2, due: 7, project: 'Reparto de invierno' }),
    task('Agradecer las donaciones de noviembre', { status: 3, priority: 2, project: 'Reparto de invierno' }),
  ],
}
