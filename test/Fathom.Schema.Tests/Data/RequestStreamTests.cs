using System.Text;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Schema.Tests.Data;

/// <summary>Messages of standard input, found while it arrives.</summary>
public class RequestStreamTests
{
    private static readonly DescriptorSet Types = Build();

    [Theory]
    [InlineData("""{"name":"a"}{"name":"b"}""")]
    [InlineData(""" [{"name":"a"} , {"name":"]}"}] {"name":"\\\"{"}  [] """)]
    [InlineData("""{"name":"{{n}} {{uuid}}"} {"name":"x{{random 1 5}}y"}""")]
    [InlineData("")]
    [InlineData("\uFEFF{\"name\":\"a\"}")]
    public async Task Messages_are_those_of_the_whole_however_it_arrives(string json)
    {
        var data = RequestData.Read(json, Mixin.Descriptor, Types, new() { MayBeEmpty = true });
        using var source = data.Open();
        var expected = Enumerable.Range(0, (int)data.Count).Select(i => Mixin.Parser.ParseFrom(source.Get(i).ToArray()).Name).ToList();
        for (var part = 1; part <= 7; part++)
        {
            (await ReadAsync(json, part)).ShouldBe(expected, $"in parts of {part} bytes");
        }
    }

    [Fact]
    public async Task Numbers_and_words_are_messages_too()
    {
        var read = new List<int>();
        await foreach (var message in RequestStream.ReadAsync(Int32Value.Descriptor, Types, In("1 23\n[4,5]{{n}} 6", 2), default))
        {
            read.Add(Int32Value.Parser.ParseFrom(message.ToArray()).Value);
        }

        read.ShouldBe([1, 23, 4, 5, 4, 6]);
    }

    [Fact]
    public async Task A_fault_names_the_line() => (await Should.ThrowAsync<SchemaException>(
        () => ReadAsync("{}\n\n{\n\"nam\":1}", 3))).Message.ShouldStartWith("standard input, line 4, at $.nam:");

    private static async Task<List<string>> ReadAsync(string json, int part)
    {
        var read = new List<string>();
        await foreach (var message in RequestStream.ReadAsync(Mixin.Descriptor, Types, In(json, part), default))
        {
            read.Add(Mixin.Parser.ParseFrom(message.ToArray()).Name);
        }

        return read;
    }

    private static RequestDataOptions In(string json, int part) => new() { StandardInput = () => new Slow(json, part) };

    private static DescriptorSet Build()
    {
        var types = new DescriptorSetBuilder("the test");
        types.Add(ApiReflection.Descriptor.SerializedData);
        types.Add(WrappersReflection.Descriptor.SerializedData);
        return types.Build();
    }

    // Gives a few bytes for each read.
    private sealed class Slow(string text, int part) : MemoryStream(Encoding.UTF8.GetBytes(text))
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(part, buffer.Length)]);
    }
}
