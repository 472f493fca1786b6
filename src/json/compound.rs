//! [`Compound`], an open array or object, in JSON and in term notation.

use core::marker::PhantomData;

use serde::Serialize;
use serde::ser;

use super::writer::{Failed, Next, Writer, Written};
use crate::Output;

/// What differs between the two notations inside a container.
pub(super) trait Notation {
    const TUPLE_END: u8;

    /// What stands between two items.
    fn separate(out: &mut Output<'_>);

    fn end_tuple_variant(writer: &mut Writer<'_, '_>);

    fn value<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, value: &T) -> Written;

    /// A map's key, and whatever stands between it and its value.
    fn key<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, key: &T) -> Written;

    /// A field's name, and whatever stands around it.
    fn name(writer: &mut Writer<'_, '_>, name: &str);

    // What follows takes the writer, not the container: a container whose address nobody takes is no
    // variable on the stack. So all methods of a container that borrow it are inlined.

    fn item<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, value: &T) -> Written {
        writer.item(Self::separate);
        let part = writer.part();
        let result = Self::value(part.writer, value);
        part.end(result)
    }

    #[cfg_attr(target_pointer_width = "64", inline)]
    fn field<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, name: &str, value: &T) -> Written {
        Self::name(writer, name);
        let part = writer.part();
        let result = Self::value(part.writer, value);
        part.end(result)
    }

    /// A map's key. Guards the order of keys and values: a `Serialize` may call these in any order.
    fn map_key<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, key: &T) -> Written {
        writer.expect(Next::Item)?;
        writer.item(Self::separate);
        let part = writer.part();
        let result = Self::key(part.writer, key);
        part.writer.next = Next::Value;
        part.end(result)
    }

    fn map_value<T: Serialize + ?Sized>(writer: &mut Writer<'_, '_>, value: &T) -> Written {
        writer.expect(Next::Value)?;
        let part = writer.part();
        let result = Self::value(part.writer, value);
        part.writer.next = Next::Item;
        part.end(result)
    }
}

/// An open container. What closes it is known from the trait it is used through, and all else
/// from the writer: it is one reference wide.
pub(super) struct Compound<'w, 'o, 'a, N> {
    writer: &'w mut Writer<'o, 'a>,
    notation: PhantomData<N>,
}

impl<'w, 'o, 'a, N: Notation> Compound<'w, 'o, 'a, N> {
    pub(super) fn open(writer: &'w mut Writer<'o, 'a>, bracket: u8) -> Result<Self, Failed> {
        writer.open(bracket)?;
        Ok(Self::opened(writer))
    }

    /// A container whose opening bracket is written already.
    pub(super) fn opened(writer: &'w mut Writer<'o, 'a>) -> Self {
        Self {
            writer,
            notation: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        N::item(self.writer, value)
    }

    pub(super) fn end(self, bracket: u8) -> Written {
        self.writer.close(bracket);
        Ok(())
    }
}

impl<N: Notation> ser::SerializeSeq for Compound<'_, '_, '_, N> {
    type Ok = ();
    type Error = Failed;

    #[inline(always)]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.item(value)
    }

    #[inline(always)]
    fn end(self) -> Written {
        self.end(b']')
    }
}

impl<N: Notation> ser::SerializeTuple for Compound<'_, '_, '_, N> {
    type Ok = ();
    type Error = Failed;

    #[inline(always)]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.item(value)
    }

    #[inline(always)]
    fn end(self) -> Written {
        self.end(N::TUPLE_END)
    }
}

impl<N: Notation> ser::SerializeTupleStruct for Compound<'_, '_, '_, N> {
    type Ok = ();
    type Error = Failed;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.item(value)
    }

    #[inline(always)]
    fn end(self) -> Written {
        self.end(N::TUPLE_END)
    }
}

impl<N: Notation> ser::SerializeTupleVariant for Compound<'_, '_, '_, N> {
    type Ok = ();
    type Error = Failed;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.item(value)
    }

    #[inline(always)]
    fn end(self) -> Written {
        N::end_tuple_variant(self.writer);
        Ok(())
    }
}

impl<N: Notation> ser::SerializeMap for Compound<'_, '_, '_, N> {
    type Ok = ();
    type Error = Failed;

    #[inline(always)]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        N::map_key(self.writer, key)
    }

    #[inline(always)]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        N::map_value(self.writer, value)
    }

    #[inline(always)]
    fn end(self) -> Written {
        self.writer.expect(Next::Item)?;
        self.end(b'}')
    }
}

impl<N: Notation> ser::SerializeStruct for Compound<'_, '_, '_, N> {
    type Ok = ();
    type Error = Failed;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
        N::field(self.writer, name, value)
    }

    #[inline(always)]
    fn end(self) -> Written {
        self.end(b'}')
    }
}

impl<N: Notation> ser::SerializeStructVariant for Compound<'_, '_, '_, N> {
    type Ok = ();
    type Error = Failed;

    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
        N::field(self.writer, name, value)
    }

    #[inline(always)]
    fn end(self) -> Written {
        self.writer.close(b'}');
        self.end(b'}')
    }
}
