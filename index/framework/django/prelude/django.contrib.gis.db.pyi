import django.db.models as models
