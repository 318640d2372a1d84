import './font.css'
import './mantine.css'
