using Fathom.Schema.Json;
using Fathom.Schema.Tests.Samples;
using Fathom.TestKit;
using FsCheck;
using FsCheck.Fluent;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Tests.Json;

/// <summary>What Google.Protobuf's own JSON and bytes of generated messages say is what ours say.</summary>
public class RoundTripTests
{
    private static readonly TypeRegistry Types = TypeRegistry.FromFiles(KindsReflection.Descriptor);
    private static readonly JsonFormatter Formatter = new(JsonFormatter.Settings.Default.WithTypeRegistry(Types));
    private static readonly JsonFormatter WithOriginalNames = new(JsonFormatter.Settings.Default.WithTypeRegistry(Types)
        .WithPreserveProtoFieldNames(true).WithFormatEnumsAsIntegers(true).WithFormatDefaultValues(true));

    private static readonly JsonParser Parser = new(JsonParser.Settings.Default.WithTypeRegistry(Types));

    private static Config Runs => Config.QuickThrowOnFailure.WithMaxTest(Thorough.Count(500, 4_000, 20_000));

    [Fact]
    public void JSON_of_Google_is_encoded_as_the_same_message() => Prop.ForAll<int>(seed =>
    {
        var message = new RandomMessages(seed).Make<Everything>();
        Encoded(Formatter.Format(message)).ShouldBe(message);
    }).Check(Runs);

    [Fact]
    public void So_are_original_names_enums_as_numbers_and_defaults() => Prop.ForAll<int>(seed =>
    {
        var message = new RandomMessages(seed).Make<Everything>();
        Encoded(WithOriginalNames.Format(message)).ShouldBe(message);
    }).Check(Runs);

    [Fact]
    public void Bytes_are_decoded_to_JSON_that_Google_reads_as_the_same_message() => Prop.ForAll<int, bool, bool>(
        (seed, defaults, original) =>
    {
        var message = new RandomMessages(seed).Make<Everything>();
        var decoder = new JsonDecoder(SampleTypes.Kinds, new() { Indented = false, EmitDefaults = defaults, OriginalNames = original });
        Parser.Parse<Everything>(decoder.Decode(SampleTypes.Everything, message.ToByteArray())).ShouldBe(message);
        decoder.UnknownFields.ShouldBeEmpty();
    }).Check(Runs);

    // Google's C# leaves defaults out of the entries of maps, other languages do not: maps are not compared.
    [Fact]
    public void What_is_encoded_is_as_short_as_what_Google_writes() => Prop.ForAll<int>(seed =>
    {
        var message = new RandomMessages(seed).Make<Lists>();
        new JsonEncoder(SampleTypes.Kinds).Encode(SampleTypes.Get("Lists"), System.Text.Encoding.UTF8.GetBytes(Formatter.Format(message)))
            .Length.ShouldBe(message.CalculateSize());
    }).Check(Runs);

    [Fact]
    public void A_constant_message_is_encoded_without_allocation()
    {
        var json = """{"scalars":{"anInt64":"7","aString":"x\n","color":"COLOR_RED","aDouble":1.5},"lists":{"ints":[1,2,3]}}"""u8.ToArray();
        var encoder = new JsonEncoder(SampleTypes.Kinds);
        encoder.Encode(SampleTypes.Everything, json);

        Allocations.OfARound(() => encoder.Encode(SampleTypes.Everything, json)).ShouldBe(0);
    }

    private static Everything Encoded(string json) => Everything.Parser.ParseFrom(new JsonEncoder(SampleTypes.Kinds)
        .Encode(SampleTypes.Everything, System.Text.Encoding.UTF8.GetBytes(json)).ToArray());
}
