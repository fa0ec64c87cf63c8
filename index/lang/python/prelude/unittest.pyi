from unittest import case, mock
from unittest.async_case import IsolatedAsyncioTestCase
from unittest.case import FunctionTestCase, SkipTest, TestCase, addModuleCleanup, doModuleCleanups, enterModuleContext, expectedFailure, skip, skipIf, skipUnless
from unittest.loader import TestLoader, defaultTestLoader, findTestCases, getTestCaseNames, makeSuite
from unittest.main import TestProgram, main
from unittest.result import TestResult
from unittest.runner import TextTestResult, TextTestRunner
from unittest.suite import BaseTestSuite, TestSuite
from unittest.signals import installHandler, registerResult, removeHandler, removeResult
