/** Whether an element is in a list, calendar, dialog or menu that floats over the page, outside of what opened it. */
export const isInPortal = (element: Element): boolean =>
  element.closest('[data-portal], .mantine-Popover-dropdown, .mantine-Combobox-dropdown') !== null
