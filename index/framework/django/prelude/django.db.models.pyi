from django.db.models.base import Model as Model
from django.db.models.manager import BaseManager as BaseManager, Manager as Manager
from django.db.models.query import QuerySet as QuerySet
