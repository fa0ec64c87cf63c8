#include "shapes.h"

namespace geo {

// A flat figure.
template <typename T>
class Shape : public Base, private Other<T> {
public:
	Shape(int sides) : sides_(sides) {}
	virtual ~Shape();
	virtual T area() const = 0;
	int sides() const { return sides_; }
	static Shape *make(int n);
	void grow(int by);
	void grow(double by);
	enum class Mode { Solid, Hollow };
	using Value = T;
private:
	int sides_ = 0;
	Mode mode;
};

struct Square : Shape<int> {
	int area() const override;
	Square operator+(const Square &o) const;
};

int Square::area() const
{
	auto twice = [this](int x) { return x * this->sides_; };
	return twice(sides_) + geo::unit();
}

enum Old { First, Second };
inline int unit() { return First; }
typedef Shape<int> IntShape;
}

int main(int argc, char **argv)
{
	geo::Square s;
	for (auto &a : list) { use(a); }
	if (auto *p = find(argc)) p->grow(1);
	try { s.area(); } catch (const Error &e) { e.what(); }
	Shape::Mode m = geo::Shape::Mode::Solid;
	return s.sides();
}
