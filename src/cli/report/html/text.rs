/// Text that is safe between tags and within quotes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_in_a_name_is_a_tag() {
        assert_eq!(super::escaped("<b>\"Ann's\" & walk"), "&lt;b&gt;&quot;Ann&#39;s&quot; &amp; walk");
    }
}
