//! Every operation against its law: on small domains exhaustively, on larger nested ones at
//! random.

mod arbitrary;
mod definition;

mod coalesce;
mod compact;
mod complement;
mod composition;
mod congruence;
mod coordinate;
mod divide;
mod injectivity;
mod inverse;
mod limits;
mod notation;
mod product;
