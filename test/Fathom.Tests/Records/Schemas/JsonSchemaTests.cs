using System.Text.Json;
using Fathom.Records.Schemas;

namespace Fathom.Tests.Records.Schemas;

public sealed class JsonSchemaTests
{
    [Theory]
    [InlineData("""{ "format": "date-time" }""", "/format")]
    [InlineData("""{ "properties": { "a": { "oneOf": [] } } }""", "/properties/a/oneOf")]
    [InlineData("""{ "$defs": { "a": { "items": { "uniqueItems": true } } } }""", "/$defs/a/items/uniqueItems")]
    [InlineData("""{ "type": ["string", "null"] }""", "/type")]
    [InlineData("""{ "$ref": "#/elsewhere" }""", "/$ref")]
    [InlineData("""{ "additionalProperties": true }""", "/additionalProperties")]
    public void A_schema_that_asks_for_what_is_not_checked_is_refused(string schema, string place) =>
        Should.Throw<NotSupportedException>(() => JsonSchema.Parse(schema)).Message.ShouldContain($"'{place}'");

    [Theory]
    [InlineData("""{ "type": "integer" }""", "1.5", "", "1.5", "a whole number")]
    [InlineData("""{ "type": "number" }""", "\"NaN\"", "", "\"NaN\"", "a finite number")]
    [InlineData("""{ "type": "number" }""", "1e999", "", "1e999", "a finite number")]
    [InlineData("""{ "minimum": 1 }""", "0", "", "0", "at least 1")]
    [InlineData("""{ "maximum": 1 }""", "2", "", "2", "at most 1")]
    [InlineData("""{ "const": "a" }""", "\"b\"", "", "\"b\"", "\"a\"")]
    [InlineData("""{ "enum": ["a", "b"] }""", "\"c\"", "", "\"c\"", "\"a\" or \"b\"")]
    [InlineData("""{ "minLength": 1 }""", "\"\"", "", "\"\"", "a text of at least 1 character(s)")]
    [InlineData("""{ "pattern": "^a$" }""", "\"b\"", "", "\"b\"", "a text that matches ^a$")]
    [InlineData("""{ "minItems": 2 }""", "[1]", "", "an array of 1 item(s)", "an array of at least 2 item(s)")]
    [InlineData("""{ "maxItems": 1 }""", "[1, 2]", "", "an array of 2 item(s)", "an array of at most 1 item(s)")]
    [InlineData("""{ "items": { "type": "string" } }""", "[\"a\", 2]", "/1", "2", "a string")]
    [InlineData("""{ "required": ["a"] }""", "{}", "", "no \"a\"", "an object with \"a\"")]
    [InlineData("""{ "properties": { "a": {} }, "additionalProperties": false }""", """{ "b/~": 1 }""", "/b~1~0",
        "an unknown member \"b/~\"", "a")]
    [InlineData("""{ "additionalProperties": { "type": "number" } }""", """{ "a": 1, "b": "x" }""", "/b", "\"x\"", "a finite number")]
    [InlineData("""{ "propertyNames": { "pattern": "^a" } }""", """{ "b": 1 }""", "/b", "\"b\"", "a text that matches ^a")]
    [InlineData("""{ "$defs": { "n": { "type": "number" } }, "properties": { "a": { "$ref": "#/$defs/n" } } }""", """{ "a": true }""", "/a",
        "true", "a finite number")]
    public void A_fault_tells_place_what_was_found_and_what_is_accepted(
        string schema, string document, string location, string found, string accepted)
    {
        using var json = JsonDocument.Parse(document);
        JsonSchema.Parse(schema).Validate(json.RootElement).ShouldHaveSingleItem().ShouldBe(new RecordProblem(location, found, accepted));
    }

    [Theory]
    [InlineData("""{ "type": "integer" }""", "1.0")]
    [InlineData("""{ "minimum": 1, "minLength": 5, "required": ["a"] }""", "1")]
    [InlineData("""{ "minLength": 1 }""", "\"\ud83d\ude00\"")]
    [InlineData("""{ "properties": { "a": {} }, "additionalProperties": false }""", "{}")]
    public void What_a_schema_allows_is_valid(string schema, string document)
    {
        using var json = JsonDocument.Parse(document);
        JsonSchema.Parse(schema).Validate(json.RootElement).ShouldBeEmpty();
    }
}
