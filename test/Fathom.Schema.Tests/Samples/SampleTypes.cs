using Fathom.Schema.Descriptors;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Tests.Samples;

/// <summary>The samples' descriptors as a user of Fathom.Schema has them: built from bytes, without generated classes.</summary>
internal static class SampleTypes
{
    public static DescriptorSet Kinds { get; } = Of(KindsReflection.Descriptor);

    public static DescriptorSet Old { get; } = Of(Samples.Old.OldReflection.Descriptor);

    public static MessageDescriptor Everything { get; } = Kinds.FindMessage("kinds.Everything")!;

    public static MessageDescriptor Get(string name) => Kinds.FindMessage("kinds." + name)!;

    private static DescriptorSet Of(FileDescriptor file)
    {
        var builder = new DescriptorSetBuilder("the samples");
        builder.AddSet(new FileDescriptorSet { File = { file.ToProto() } }.ToByteArray());
        return builder.Build();
    }
}
