using System.Buffers;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Fathom.Schema.Reflection;
using Google.Protobuf;

namespace Fathom.Fuzz.Targets;

/// <summary>Descriptors of a file, and as a server's reflection sends them. What was built is used: each message is read from JSON and
/// written.</summary>
internal static class DescriptorTarget
{
    /// <summary>A FileDescriptorSet.</summary>
    public static void ParseSet(ReadOnlyMemory<byte> bytes) => Use(() =>
    {
        var builder = new DescriptorSetBuilder("the protoset 'x'");
        builder.AddSet(bytes.Span);
        return builder.Build();
    });

    /// <summary>Answers of reflection, each with its length in front.</summary>
    public static void ParseAnswers(ReadOnlyMemory<byte> bytes) => Use(() =>
    {
        var files = new ReceivedFiles("the reflection of x");
        var marshaller = new MessageMarshaller<ReflectionResponse>();
        var input = new FuzzInput(bytes.Span);
        while (input.Rest.Length > 0)
        {
            ReflectionResponse answer;
            try
            {
                answer = marshaller.Deserialize(new ReadOnlySequence<byte>(input.Piece().ToArray()));
            }
            catch (InvalidProtocolBufferException)
            {
                // The transport's answer to it is a status.
                continue;
            }

            foreach (var file in answer.Files?.File ?? [])
            {
                files.Add(file);
            }

            _ = (files.MissingImports.Count(), files.MissingTypes.Count(), files.ExtendableTypes.Count(), files.Extensions.Count);
        }

        return files.Build();
    });

    private static void Use(Func<DescriptorSet> build)
    {
        DescriptorSet set;
        try
        {
            set = build();
        }
        catch (SchemaException)
        {
            return;
        }

        var (decoder, encoder) = (new JsonDecoder(set, new JsonDecoderOptions { EmitDefaults = true }), new JsonEncoder(set));
        foreach (var type in set.Files.SelectMany(file => file.MessageTypes))
        {
            try
            {
                decoder.Decode(type, encoder.Encode(type, "{}"u8).ToArray());
            }
            catch (SchemaException)
            {
                // A required field, or a map without a key.
            }
        }
    }
}
