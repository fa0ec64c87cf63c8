export = process;
