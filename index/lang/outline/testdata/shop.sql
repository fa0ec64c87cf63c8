-- The users.
CREATE TABLE users (
  id INT PRIMARY KEY,
  name TEXT NOT NULL,
  level INT
);

CREATE TABLE orders (
  id INT,
  user_id INT REFERENCES users (id)
);

CREATE INDEX by_user ON orders (user_id);

CREATE VIEW buyers AS
  SELECT u.name, o.id FROM users u JOIN orders o ON o.user_id = u.id;

CREATE FUNCTION total(who INT) RETURNS INT AS $$ SELECT 1 $$ LANGUAGE sql;

INSERT INTO users (id, name) VALUES (1, 'a');
UPDATE users SET level = 2 WHERE id = 1;
SELECT * FROM buyers;
