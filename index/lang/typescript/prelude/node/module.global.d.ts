declare var require: NodeJS.Require;
