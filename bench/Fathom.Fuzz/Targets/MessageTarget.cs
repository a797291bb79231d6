using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Fathom.Schema.Json;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Fuzz.Targets;

/// <summary>JSON to messages, and messages to JSON. The first byte of an input chooses the type.</summary>
internal static class MessageTarget
{
    private static readonly DescriptorSet Samples = Build();

    private static readonly MessageDescriptor[] Types = [.. new[]
    {
        "kinds.Everything", "kinds.Scalars", "kinds.Optionals", "kinds.Lists", "kinds.Maps", "kinds.Choice", "kinds.WellKnown",
        "old.Legacy", "old.Short", "google.protobuf.FileDescriptorProto", "google.protobuf.Any", "google.protobuf.Value",
    }.Select(name => Samples.FindMessage(name)!)];

    private static readonly JsonEncoder Encoder = new(Samples);
    private static readonly JsonDecoder Decoder = new(Samples, new JsonDecoderOptions { Indented = false });

    public static void ParseJson(ReadOnlyMemory<byte> bytes)
    {
        var (type, json) = Split(bytes);
        byte[] message;
        try
        {
            message = Encoder.Encode(type, json.Span).ToArray();
        }
        catch (SchemaException)
        {
            return;
        }

        // What was accepted can be shown, and what is shown is the same message.
        var shown = Decoder.Decode(type, message);
        FuzzTarget.Require(Decoder.Decode(type, Encoder.Encode(type, System.Text.Encoding.UTF8.GetBytes(shown)).ToArray()) == shown,
            $"{type.FullName} is another one once it was shown: {shown}");
    }

    public static void ParseReply(ReadOnlyMemory<byte> bytes)
    {
        var (type, message) = Split(bytes);
        try
        {
            Decoder.Decode(type, message);
            foreach (var detail in StatusDetails.Read(message.Span))
            {
                Decoder.Decode(StatusDetails.Type, detail);
            }
        }
        catch (SchemaException)
        {
            // A line about the reply.
        }
    }

    private static (MessageDescriptor Type, ReadOnlyMemory<byte> Input) Split(ReadOnlyMemory<byte> bytes)
    {
        var input = new FuzzInput(bytes.Span);
        return (Types[input.Byte() % Types.Length], bytes[^input.Rest.Length..]);
    }

    private static DescriptorSet Build()
    {
        var builder = new DescriptorSetBuilder("the samples");
        builder.AddSet(new FileDescriptorSet
        {
            File =
            {
                Schema.Tests.Samples.KindsReflection.Descriptor.ToProto(), Schema.Tests.Samples.Old.OldReflection.Descriptor.ToProto(),
            },
        }.ToByteArray());
        return builder.Build();
    }
}
