using Fathom.Schema.Compiler;
using Fathom.Schema.Descriptors;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Tests.Compiler;

/// <summary>A folder of .proto files that removes itself, and its files as each compiler reads them.</summary>
internal sealed class ProtoFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-proto-");

    /// <summary>The protoc that the build left beside the tests.</summary>
    public static string Protoc { get; } = ProtocProgram.Find(System.IO.Path.Combine(AppContext.BaseDirectory, "protoc"), null).Single();

    public string Path => _folder.FullName;

    public ProtoFolder Write(string name, string text)
    {
        var path = System.IO.Path.Combine(Path, name);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
        return this;
    }

    /// <summary>Compiles by the first of these programs that runs; by the parser in this process where none does.</summary>
    public Task<DescriptorSet> CompileAsync(string file, IEnumerable<string> programs) => CompileAsync([file], programs);

    /// <summary>The same of several files at once.</summary>
    public Task<DescriptorSet> CompileAsync(IReadOnlyList<string> files, IEnumerable<string> programs) =>
        ProtoCompiler.CompileAsync(files, [Path], Path, programs, TestContext.Current.CancellationToken);

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>What a file declares, without custom options.</summary>
    public static FileDescriptorProto Declared(FileDescriptor file) =>
        FileDescriptorProto.Parser.WithDiscardUnknownFields(true).ParseFrom(file.SerializedData);
}
