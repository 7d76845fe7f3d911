import { createStore } from '../../core/store.ts'

/** Whether the panel for editing the page is open. */
export const editingOpen = createStore(false)
