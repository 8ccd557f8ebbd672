/** Forms as people fill them in: what is checked here, and what the server says. */
import { Checkbox, MantineProvider, NativeSelect, TextInput } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './call.ts'
import { type FormOptions, useForm } from './use-form.ts'

interface Values {
  name: string
  email: string
  language: string
  isNew: boolean
}

const send = vi.fn<FormOptions<Values>['send']>()
beforeEach(() => void send.mockReset())

const required = (text: string) => (text === '' ? 'Fill this in' : null)

function Form({ errorsOf }: Pick<FormOptions<Values>, 'errorsOf'>) {
  const form = useForm<Values>(
    { name: '', email: '', language: 'en', isNew: true },
    { checks: { name: required, email: required }, send, errorsOf },
  )
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextInput label="Name" {...form.input('name')} />
      <TextInput label="Email" {...form.input('email')} />
      <NativeSelect label="Language" data={['en', 'fr']} {...form.input('language')} />
      <Checkbox label="New" {...form.checkbox('isNew')} />
      <p role="alert">{form.failure?.text}</p>
      <button type="submit" disabled={form.isSending}>
        Send
      </button>
    </form>
  )
}

function show(errorsOf?: FormOptions<Values>['errorsOf']): void {
  render(
    <MantineProvider env="test">
      <Form {...(errorsOf && { errorsOf })} />
    </MantineProvider>,
  )
}

const input = (name: string) => screen.getByRole('textbox', { name })
const button = () => screen.getByRole('button', { name: 'Send' })
const errorOf = (name: string) => input(name).getAttribute('aria-invalid')

async function fillIn(): Promise<void> {
  await userEvent.type(input('Name'), 'Ada')
  await userEvent.type(input('Email'), 'ada@example.org')
}

const refused = (path: string) =>
  new ApiError(422, 'validation_failed', {
    type: 'about:blank',
    title: 'Bad values',
    status: 422,
    code: 'validation_failed',
    errors: [{ path, code: 'required' }],
  })

test('bad values are not sent; the first has the focus, and each loses its error when it is changed', async () => {
  show()
  await userEvent.click(button())
  expect(send).not.toHaveBeenCalled()
  expect([errorOf('Name'), errorOf('Email')]).toEqual(['true', 'true'])
  expect(input('Name')).toHaveFocus()
  await userEvent.keyboard('A')
  expect([errorOf('Name'), errorOf('Email')]).toEqual([null, 'true'])
})

test('what was filled in is sent, and can be sent once at a time', async () => {
  let finish = () => {}
  send.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)))
  show()
  await fillIn()
  await userEvent.selectOptions(screen.getByRole('combobox'), 'fr')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(button())
  expect(button()).toBeDisabled()
  expect(send.mock.calls).toEqual([[{ name: 'Ada', email: 'ada@example.org', language: 'fr', isNew: false }]])
  finish()
  await waitFor(() => expect(button()).toBeEnabled())
})

test('what the server refuses is shown at its input, and what was typed is still there', async () => {
  send.mockRejectedValueOnce(refused('email'))
  show()
  await fillIn()
  await userEvent.click(button())
  await waitFor(() => expect(input('Email')).toHaveFocus())
  expect([errorOf('Name'), errorOf('Email')]).toEqual([null, 'true'])
  expect(input('Email')).toHaveValue('ada@example.org')
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})

test('any other failure is shown for the whole form, until it is sent again', async () => {
  send.mockRejectedValueOnce(refused('somethingElse'))
  show()
  await fillIn()
  await userEvent.click(button())
  await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement())
  await userEvent.click(button())
  await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement())
  expect(send).toHaveBeenCalledTimes(2)
})

test('a form may say to which input a failure belongs', async () => {
  send.mockRejectedValueOnce(new ApiError(401, 'sign_in_failed'))
  show(() => ({ name: 'Not you' }))
  await fillIn()
  await userEvent.click(button())
  expect(await screen.findByText('Not you')).toBeVisible()
  expect(input('Name')).toHaveFocus()
})
