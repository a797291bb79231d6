using Fathom.Schema.Faults;

namespace Fathom.Schema.Descriptors;

/// <summary>Descriptors from files that <c>protoc --descriptor_set_out</c> wrote.</summary>
public static class Protosets
{
    // More than the largest public API definitions take.
    private const long MaxSize = 256L * 1024 * 1024;

    /// <summary>Reads protosets, which together must have all that their files import.</summary>
    /// <param name="files">The files.</param>
    /// <param name="folder">Where relative paths start.</param>
    /// <exception cref="SchemaException">A file cannot be read, is no protoset, or lacks an import.</exception>
    public static DescriptorSet Read(IReadOnlyList<string> files, string folder)
    {
        ArgumentNullException.ThrowIfNull(files);
        var builder = new DescriptorSetBuilder(files.Count == 1 ? $"the protoset '{files[0]}'" : "the protosets");
        foreach (var file in files)
        {
            try
            {
                var path = Path.Combine(folder, file);
                if (new FileInfo(path) is { Exists: true, Length: > MaxSize and var size })
                {
                    throw SchemaException.Input($"--protoset: '{file}' has {size:N0} bytes; accepted: at most {MaxSize:N0}");
                }

                builder.AddSet(File.ReadAllBytes(path));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw SchemaException.Input($"--protoset: '{file}' cannot be read: {Shown.Sentence(e.Message)}", e);
            }
        }

        return builder.Build();
    }
}
