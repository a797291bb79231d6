using System.Text;
using Fathom.Schema.Data;
using Fathom.Schema.Faults;
using Fathom.Schema.Tests.Samples;
using Fathom.TestKit;
using FsCheck;
using FsCheck.Fluent;
using Google.Protobuf;

namespace Fathom.Schema.Tests.Data;

public sealed class RequestDataTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-data-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("""{"anInt32":1}""", 1)]
    [InlineData("""[{"anInt32":1},{"anInt32":2},{"anInt32":3}]""", 3)]
    [InlineData("{\"anInt32\":1}\n{\"anInt32\":2}", 2)]
    [InlineData("\uFEFF [ {\"anInt32\":1} , {\"anInt32\":2} ] ", 2)]
    public void Calls_take_messages_in_turn(string text, int count)
    {
        var data = Read(text);
        using var source = data.Open();

        data.Count.ShouldBe(count);
        Enumerable.Range(0, 7).Select(i => Scalars.Parser.ParseFrom(source.Get(i).ToArray()).AnInt32)
            .ShouldBe(Enumerable.Range(0, 7).Select(i => (i % count) + 1));
    }

    [Fact]
    public void Standard_input_and_files_are_read_too()
    {
        var bytes = new Scalars { AnInt32 = 5 }.ToByteArray();
        File.WriteAllBytes(Path.Combine(_folder.FullName, "a.bin"), bytes);
        File.WriteAllText(Path.Combine(_folder.FullName, "a.json"), """{"anInt32":6}""");
        var input = new RequestDataOptions { Folder = _folder.FullName, StandardInput = Seven };

        First(Read("@a.bin", input)).AnInt32.ShouldBe(5);
        First(Read("@a.json", input)).AnInt32.ShouldBe(6);
        First(Read("@", input)).AnInt32.ShouldBe(7);
        First(Read("@-", input)).AnInt32.ShouldBe(7);
        static Stream Seven() => new MemoryStream("""{"anInt32":7}"""u8.ToArray());
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(0, 40_000)]
    [InlineData(64L << 20, 0)]
    public void Lines_in_memory_or_on_disk_can_be_read_in_any_order(long kept, int width)
    {
        const int count = 5000;
        var file = Path.Combine(_folder.FullName, "many.jsonl");
        File.WriteAllLines(file, Enumerable.Range(0, count).Select(i => (i % 7 == 0 ? "\n \n" : "")
            + $$"""{"anInt32":{{i}}}{{new string(' ', i % 5 == 0 ? width : 0)}}"""));
        var data = Read("@many.jsonl", new RequestDataOptions { Folder = _folder.FullName, MaxKeptLines = kept });
        using var source = data.Open();

        (data.Count, data.IsConstant).ShouldBe((count, kept > 0));
        Prop.ForAll<int>(n => Scalars.Parser.ParseFrom(source.Get(Math.Abs((long)n * 977)).ToArray()).AnInt32
            .ShouldBe((int)(Math.Abs((long)n * 977) % count))).QuickCheckThrowOnFailure();
        var number = 0L;
        source.Get(number++);
        Allocations.OfARound(() => source.Get(number++ % count)).ShouldBe(0);
    }

    [Fact]
    public void Lines_with_a_template_are_read_as_they_are_sent()
    {
        File.WriteAllText(Path.Combine(_folder.FullName, "x.jsonl"), """
            {"anInt32":5}
            {"anInt32":{{n}}}
            """);
        var data = Read("@x.jsonl", new RequestDataOptions { Folder = _folder.FullName });
        using var source = data.Open();

        data.IsConstant.ShouldBeFalse();
        new long[] { 0, 1, 2, 3, 1 }.Select(n => Scalars.Parser.ParseFrom(source.Get(n).ToArray()).AnInt32).ShouldBe([5, 1, 5, 3, 1]);
    }

    [Theory]
    [InlineData("{\"anInt32\":1}\n{\"anInt32\":true}\n", "x.jsonl, line 2, at $.anInt32: true is not int32")]
    [InlineData("\n\n{\"anInt\":1}", "x.jsonl, line 3, at $.anInt: kinds.Scalars has no field 'anInt'")]
    [InlineData("\n \n", "has no message")]
    public void A_faulty_line_is_refused_when_the_file_is_opened(string content, string message)
    {
        File.WriteAllText(Path.Combine(_folder.FullName, "x.jsonl"), content);

        Should.Throw<SchemaException>(() => Read("@x.jsonl", new RequestDataOptions { Folder = _folder.FullName }))
            .Message.ShouldContain(message);
    }

    [Theory]
    [InlineData("[{},\n\n{\"anInt32\":{}}]", "-d, line 3, at $.anInt32: an object is not int32")]
    [InlineData("", "-d: no message is there")]
    [InlineData("[]", "-d: no message is there")]
    [InlineData("[{}", "an array is not kinds.Scalars")]
    [InlineData("@nothing.json", "the file 'nothing.json' cannot be read")]
    [InlineData("{\"anInt32\":{{uid}}}", "'{{uid}}' is not a template; did you mean 'uuid'? (accepted: {{n}}, {{uuid}}, ")]
    [InlineData("{\"anInt32\":{{random 5 1}}}", "is not a range")]
    [InlineData("{\"aString\":\"{{n\"}", "has no end; close it with '}}'")]
    [InlineData("{\"anInt32\":\"{{uuid}}\"}", "at $.anInt32")]
    public void What_does_not_fit_is_refused_with_its_place(string text, string message) =>
        Should.Throw<SchemaException>(() => Read(text)).Message.ShouldContain(message);

    [Fact]
    public void Templates_are_filled_by_the_number_of_the_call()
    {
        var data = Read("""[{"anInt32":{{n}},"aString":"{{uuid}}"},{"aUint32":"{{random 5 7}}","aString":"{{now}}"}]""");
        using var source = data.Open();

        Get(source, 10).AnInt32.ShouldBe(10);
        Guid.TryParseExact(Get(source, 10).AString, "D", out var id).ShouldBeTrue();
        id.Version.ShouldBe(4);
        Enumerable.Range(0, 200).Select(i => Get(source, (2 * i) + 1).AUint32).Distinct().Order().ShouldBe([5u, 6u, 7u]);
        DateTimeOffset.Parse(Get(source, 1).AString, System.Globalization.CultureInfo.InvariantCulture).Year.ShouldBeGreaterThan(2000);
    }

    [Fact]
    public void Choices_variables_and_files_are_templates_and_text_in_a_string_is_escaped()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.PathOf("quote.txt"), "a \"quote\"\n");
        File.WriteAllBytes(folder.PathOf("image.bin"), [0, 255]);
        var data = Read("""
            {"aString":"{{choice red| dark green}} {{env WHO}} {{file quote.txt}}","someBytes":"{{base64 image.bin}}",
             "anInt32":{{env NUMBER}}}
            """, new RequestDataOptions
        {
            Folder = folder.Path, Environment = name => name switch { "WHO" => "a\\b", "NUMBER" => "7", _ => null },
        });
        using var source = data.Open();

        var messages = Enumerable.Range(0, 50).Select(i => Get(source, i)).ToList();
        messages.Select(m => m.AString).Distinct().Order().ShouldBe(["dark green a\\b a \"quote\"", "red a\\b a \"quote\""]);
        messages[0].SomeBytes.ShouldBe(Google.Protobuf.ByteString.CopyFrom(0, 255));
        messages[0].AnInt32.ShouldBe(7);
    }

    [Theory]
    [InlineData("{{env NO_SUCH_VARIABLE}}", "the environment has no variable 'NO_SUCH_VARIABLE'")]
    [InlineData("{{file nothing.txt}}", "the file 'nothing.txt' cannot be read")]
    [InlineData("{{choice}}", "'{{choice}}' has no value; accepted: ")]
    public void What_a_template_names_must_be_there(string template, string message) => Should.Throw<SchemaException>(
        () => Read($$"""{"aString":"{{template}}"}""", new RequestDataOptions { Folder = Path.GetTempPath() }))
        .Message.ShouldContain(message);

    [Theory]
    [InlineData("{{env HOME}}")]
    [InlineData("{{file /etc/hostname}}")]
    [InlineData("{{base64 /etc/hostname}}")]
    public void Standard_input_names_no_files_and_variables(string template) => Should.Throw<SchemaException>(() => Read("@",
        new RequestDataOptions { StandardInput = () => new MemoryStream(Encoding.UTF8.GetBytes($$"""{"aString":"{{template}}"}""")) }))
        .Message.ShouldContain($"'{{{{{template.Split(' ')[0][2..]} ...}}}}' is not accepted in standard input");

    [Fact]
    public void The_same_seed_and_call_give_the_same_message_in_every_shard() => Prop.ForAll<ulong, int>((seed, call) =>
    {
        const string text = """{"aString":"{{uuid}} {{random -1000000 1000000}} {{n}}"}""";
        using var one = Read(text, new RequestDataOptions { Seed = seed }).Open();
        using var other = Read(text, new RequestDataOptions { Seed = seed }).Open();
        using var third = Read(text, new RequestDataOptions { Seed = seed + 1 }).Open();
        var number = Math.Abs((long)call);
        other.Get(number + 1);

        one.Get(number).ToArray().ShouldBe(other.Get(number).ToArray());
        one.Get(number).ToArray().ShouldNotBe(third.Get(number).ToArray());
        one.Get(number).ToArray().ShouldNotBe(other.Get(number + 1).ToArray());
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Filling_a_template_allocates_nothing()
    {
        using var source = Read("""{"anInt32":{{n}},"aString":"{{uuid}} {{random 5 7}} {{now}}"}""").Open();
        var number = 0L;
        source.Get(number++);

        Allocations.OfARound(() => source.Get(number++)).ShouldBe(0);
    }

    private static RequestData Read(string text, RequestDataOptions? options = null) =>
        RequestData.Read(text, SampleTypes.Get("Scalars"), SampleTypes.Kinds, options);

    private static Scalars Get(RequestSource source, long number) => Scalars.Parser.ParseFrom(source.Get(number).ToArray());

    private static Scalars First(RequestData data)
    {
        using var source = data.Open();
        return Get(source, 0);
    }
}
