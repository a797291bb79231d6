using Fathom.Transport.Server;
using Google.Protobuf.Reflection;

namespace Fathom.Transport.Protobuf;

/// <summary>Descriptors of protoc's classes for server reflection.</summary>
public static class ProtobufServiceBuilderExtensions
{
    /// <summary>Adds what server reflection says of the service: its .proto file with all that it imports.</summary>
    /// <param name="builder">The service.</param>
    /// <param name="file">The file's descriptor, as in <c>GreetReflection.Descriptor</c>.</param>
    public static ServiceBuilder WithDescriptors(this ServiceBuilder builder, FileDescriptor file)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(file);
        return builder.WithDescriptors(() => WithImports(file).Select(f => f.SerializedData.Memory));
    }

    private static List<FileDescriptor> WithImports(FileDescriptor file)
    {
        List<FileDescriptor> all = [file];
        for (var i = 0; i < all.Count; i++)
        {
            all.AddRange(all[i].Dependencies.Where(d => !all.Contains(d)).ToList());
        }

        return all;
    }
}
