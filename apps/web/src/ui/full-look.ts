/** The look of everything: the whole app begins with it, and the page of a public wizard loads it after its question. */
import '@mantine/core/styles.layer.css'
import './fonts.css'
