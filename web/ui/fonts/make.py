"""Makes golos-text.woff2: one variable file (weights 400-700) with Latin, Cyrillic, the Kazakh letters and the tenge sign.

The four static fonts of @expo-google-fonts/golos-text have compatible outlines, so the two ends join into one axis.
Needs Python with fonttools and brotli (Debian: python3-fonttools python3-brotli). Run only when the set of letters changes.
"""

from pathlib import Path
from tempfile import mkdtemp

from fontTools import subset, varLib
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.ttLib import TTFont

here = Path(__file__).parent
source = here / "../../../node_modules/@expo-google-fonts/golos-text"
work = Path(mkdtemp())

letters = [*range(0x20, 0x7F), *range(0x400, 0x460), 0x490, 0x491]
letters += map(ord, "\u00a0©«°·»×ӘәҒғҚқҢңӨөҰұҮүҺһ\u2009\u2010\u2011–—‘’‚“”„•…\u202f‹›₸№™←↑→↓−≈≤≥")

design = DesignSpaceDocument()
axis = AxisDescriptor()
axis.name, axis.tag, axis.minimum, axis.default, axis.maximum = "Weight", "wght", 400, 400, 700
design.addAxis(axis)
for weight, folder in ((400, "400Regular"), (700, "700Bold")):
    font = TTFont(next((source / folder).glob("*.ttf")))
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "calt", "case"]
    options.hinting = False
    options.notdef_outline = True
    options.glyph_names = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    path = work / f"{weight}.ttf"
    font.save(path)
    master = SourceDescriptor()
    master.path, master.name, master.location = str(path), str(weight), {"Weight": weight}
    design.addSource(master)

font, _, _ = varLib.build(design)
font.flavor = "woff2"
font.save(here / "golos-text.woff2")
