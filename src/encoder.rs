//! [`ToolResultEncoder`], the one trait of this crate.

use heapless::String;
use heapless::string::StringView;
use serde::Serialize;

use crate::EncodeError;
use crate::output::{self, Output};

/// Turns what a tool handler returned into the text a language model reads.
///
/// An implementation has one method to write. It must be pure: the same value gives the same
/// bytes, always. It pushes text into an [`Output`], which cannot fail; whether the text fitted
/// is looked at once, by the provided methods.
///
/// ```
/// use serde::Serialize;
/// use tool_result_encoder::{EncodeError, JsonEncoder, Output, ToolResultEncoder};
///
/// /// JSON between two tags, for models that are prompted that way.
/// struct Tagged(JsonEncoder);
///
/// impl ToolResultEncoder for Tagged {
///     fn encode_into<T: Serialize + ?Sized>(
///         &self,
///         value: &T,
///         out: &mut Output<'_>,
///     ) -> Result<(), EncodeError> {
///         out.push_str("<result>");
///         self.0.encode_into(value, out)?;
///         out.push_str("</result>");
///         Ok(())
///     }
/// }
///
/// let text: heapless::String<32> = Tagged(JsonEncoder::new()).encode(&[1, 2])?;
/// assert_eq!(text, "<result>[1,2]</result>");
/// # Ok::<(), EncodeError>(())
/// ```
pub trait ToolResultEncoder {
    /// Pushes the text of `value` into `out`.
    ///
    /// # Errors
    /// When the value has no text in this format. Never because of the room there is.
    fn encode_into<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Output<'_>,
    ) -> Result<(), EncodeError>;

    /// The text of `value` in a new string of `N` bytes.
    ///
    /// It takes up to `2 * N` bytes of stack: the string is made, then moved into the result.
    /// [`append`](Self::append) writes into one that is in its place already.
    ///
    /// ```
    /// use tool_result_encoder::{JsonEncoder, ToolResultEncoder};
    ///
    /// let text: heapless::String<16> = JsonEncoder::new().encode(&(21.5, "ok"))?;
    /// assert_eq!(text, r#"[21.5,"ok"]"#);
    /// # Ok::<(), tool_result_encoder::EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodeError::CapacityExceeded`] when the text is longer than `N` bytes, and the errors
    /// of [`encode_into`](Self::encode_into).
    fn encode<T: Serialize + ?Sized, const N: usize>(
        &self,
        value: &T,
    ) -> Result<String<N>, EncodeError> {
        let mut text = String::new();
        self.append(value, &mut text)?;
        Ok(text)
    }

    /// Appends the text of `value` to `buffer`, whose capacity does not matter to the code size.
    ///
    /// ```
    /// use tool_result_encoder::{EncodeError, JsonEncoder, ToolResultEncoder};
    ///
    /// let mut line: heapless::String<12> = heapless::String::try_from("data: ").unwrap();
    /// let overflow = JsonEncoder::new().append(&[100, 200], &mut line);
    /// assert_eq!(overflow, Err(EncodeError::CapacityExceeded { needed: 15, capacity: 12 }));
    /// assert_eq!(line, "data: ");
    ///
    /// JsonEncoder::new().append(&[1, 2], &mut line)?;
    /// assert_eq!(line, "data: [1,2]");
    /// # Ok::<(), EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// As [`encode`](Self::encode); the buffer is then as it was.
    // Not inlined, so that `encode` for another capacity adds little more than its call.
    #[inline(never)]
    fn append<T: Serialize + ?Sized>(
        &self,
        value: &T,
        buffer: &mut StringView,
    ) -> Result<(), EncodeError> {
        output::append(buffer, 0, |out| self.encode_into(value, out))
    }

    /// How many bytes the text of `value` has, without a buffer.
    ///
    /// ```
    /// use tool_result_encoder::{JsonEncoder, ToolResultEncoder};
    ///
    /// assert_eq!(JsonEncoder::new().encoded_len(&[100, 200]), Ok(9));
    /// ```
    ///
    /// # Errors
    /// Those of [`encode_into`](Self::encode_into).
    fn encoded_len<T: Serialize + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        Output::count(|out| self.encode_into(value, out))
    }

    /// The text of `value` in a string that grows on the heap.
    ///
    /// # Errors
    /// Those of [`encode_into`](Self::encode_into).
    #[cfg(feature = "alloc")]
    fn encode_string<T: Serialize + ?Sized>(
        &self,
        value: &T,
    ) -> Result<alloc::string::String, EncodeError> {
        let mut text = alloc::string::String::new();
        self.encode_into(value, &mut Output::to_sink(&mut text))?;
        Ok(text)
    }
}
