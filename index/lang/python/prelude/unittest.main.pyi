from typing import Any
MAIN_EXAMPLES: str
MODULE_EXAMPLES: str
main = TestProgram
class TestProgram:
    exit: Any
    tb_locals: Any
    defaultTest: Any
    testRunner: Any
    testLoader: Any
    testNames: Any
    test: Any
    start: str
    pattern: str
    top: Any
    result: Any
    module: Any
    verbosity: int
    failfast: Any
    catchbreak: Any
    buffer: Any
    progName: Any
    warnings: Any
    testNamePatterns: Any
    def __init__(self, module=..., defaultTest=..., argv=..., testRunner=..., testLoader=..., exit=..., verbosity=..., failfast=..., catchbreak=..., buffer=..., warnings=..., *, tb_locals=...) -> None: ...
    def usageExit(self, msg=...): ...
    def parseArgs(self, argv): ...
    def createTests(self, from_discovery=..., Loader=...): ...
    def runTests(self): ...
