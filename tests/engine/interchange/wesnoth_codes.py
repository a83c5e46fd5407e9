"""The codes of Wesnoth's terrain.cfg by what their terrain is an alias of, and gates of 1.18."""

from __future__ import annotations

from collections.abc import Mapping

HILLS = "Hh Hhd Hd Ha Uh"
WOODS = "Fet Fetd Fp Fpa Fds Fdf Fdw Fda Fms Fmf Fmw Fma"
VILLAGES = (
    "Vda Vdt Vct Vo Voa Vea Ve Vh Vha Vhr Vhc Vwm Vhca Vhcr Vhh Vhha Vhhr Vht Vd Vu Vud Vc Vca Vl "
    "Vla Vaa Vhs Vm Vov"
)
BRIDGES = " ".join(f"{kind}{sign}" for kind in ("Bw", "Bsb", "Bs", "Bh", "Bcx", "Bp")
                   for sign in "|/\\")  # fmt: skip
ROTTEN = r"Bw|r Bw/r Bw\r"
RAILS = r"Br| Br/ Br\ "
CASTLES = "Ce Cea Co Coa Ch Cha Cv Cud Chr Chw Chs Cd Cdr"
KEEPS = "Ke Ket Kea Ko Koa Kh Kha Kv Kud Khr Khw Khs Kd Kdr"
GATES = [f"P{kind}{sign}" for kind in "rw" for sign in "|/\\"]

OVERLAYS_OF_BASE = (
    f"Efm Gvs Es Em Emf Edp Edpp Wm Ecf Eff Esd Ewl Ewf Ii Cov Kov {BRIDGES} {ROTTEN} {RAILS} "
    + " ".join(f"{gate}o" for gate in GATES)
)
"""Overlays whose terrain is the one below (`aliasof=_bas`), also bridges and open gates."""

BASES: Mapping[str, str] = {
    "ocean": "Wog Wo Wot",
    "lake": "Wwg Ww Wwt Wwrg Wwr Wwrt",
    "shallow-stream": "Wwf",
    "marsh": "Ss Sm",
    "open": "Gg Gs Gd Gll Rb Re Rd Rr Rrc Rp Urb Ur",
    "ice": "Ai",
    "snow": "Aa",
    "desert": "Dd",
    "beach": "Ds",
    "rough": HILLS,
    "mountain": "Mm Md Ms",
    "building": f"Iwr {CASTLES} {KEEPS}",
    "waste": "Uu Uue",
    "chasm": "Qxu Qxe Qxua",
    "lava": "Ql Qlf Mv",
    "impassable": "Xu Xuc Xue Xuce Xos Xol",
    "no-data": "Xv _off _s _f",
}
OVERLAYS: Mapping[str, str] = {
    "palm-grove": "Do",
    "rubble": "Dr",
    "rough": "Dc",
    "crops": "Gvs",
    "woods": f"{WOODS} Uf Ufi",
    "jungle": "Ft Ftd",
    "impassable": f"Xm Xo {' '.join(GATES)}",
    "chasm": "Qov",
    "settlement": VILLAGES,
    "no-data": "_usr _fme",
}
