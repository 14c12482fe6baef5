/** What calls itself so is a part of something, or goes with it, whatever it lies beside. */
export const accessoryWords: readonly string[] = (
  'accessory accessories spare spares ' +
  'zubehor zubehorteil ersatzteil ersatzteile ' +
  'accessoire accessoires'
).split(' ')

/**
 * What is of a kind only where most of the kind say so: in the category of racks a bracket goes with one, in that of mounts it is one.
 * As names have them, in lower case and without accents, in English, German and French.
 */
export const partWords: readonly string[] = (
  'kit kits part parts bracket brackets mount mounts mounting screw screws washer washers nut nuts cover covers tray trays caddy ' +
  'holder holders chassis castor castors caster casters rail rails plate plates strap straps bag bags filter filters ' +
  'brush brushes case cases sleeve adapter adapters adaptor cable cables battery batteries warranty licence license upgrade ' +
  'header feeder finisher stacker cabinet door hook clip clips tip tips refill refills replacement cleaning cleaner clothes ' +
  'shoes outfit converter software caps cap lid hose ' +
  'halterung halter wandhalterung schraube schrauben abdeckung hulle tasche taschen kabel akku akkus garantie lizenz modul fach adapterkabel ' +
  'support fixation vis housse etui coque sac cordon batterie garantie pile plaque tiroir'
).split(' ')
