using System.Reflection;
using Google.Protobuf;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Fathom.Schema.Tests.Differential;

/// <summary>The messages of random files as Google.Protobuf has them: C# that protoc generates, compiled.</summary>
internal sealed class GoogleTypes
{
    private readonly ILookup<string, Type> _types;

    public GoogleTypes(IEnumerable<string> sources)
    {
        var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(p => Path.GetFileName(p).StartsWith("System.", StringComparison.Ordinal) || Path.GetFileName(p) is "netstandard.dll")
            .Append(typeof(IMessage).Assembly.Location).Select(p => MetadataReference.CreateFromFile(p));
        using var assembly = new MemoryStream();
        var emitted = CSharpCompilation.Create("Schemas", sources.Select(s => CSharpSyntaxTree.ParseText(s)), references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary)).Emit(assembly);
        emitted.Success.ShouldBeTrue(string.Join('\n', emitted.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error).Take(5)));
        _types = Assembly.Load(assembly.ToArray()).GetTypes().ToLookup(t => t.Namespace ?? "");
    }

    /// <summary>The parser of a file's root message, with the file's extensions and without unknown fields.</summary>
    public MessageParser ParserOf(RandomSchema schema)
    {
        var types = _types[schema.File.Options.CsharpNamespace].ToList();
        var registry = new ExtensionRegistry();
        registry.AddRange(types.SelectMany(t => t.GetFields(BindingFlags.Public | BindingFlags.Static))
            .Select(f => f.GetValue(null)).OfType<Extension>());
        var parser = (MessageParser)types.Single(t => t.Name == "M0").GetProperty("Parser")!.GetValue(null)!;
        return parser.WithExtensionRegistry(registry).WithDiscardUnknownFields(true);
    }
}
