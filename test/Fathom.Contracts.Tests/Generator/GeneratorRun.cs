using Fathom.Contracts.Generator;
using Fathom.Mediator.Routing;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Fathom.Contracts.Tests.Generator;

/// <summary>The generator on source text, as the compiler drives it.</summary>
internal sealed class GeneratorRun
{
    /// <summary>What source text of tests begins with.</summary>
    public const string Usings = "using System.Collections.Generic; using System.Runtime.Serialization; using System.Threading; using "
        + "System.Threading.Tasks; using Fathom.Contracts; using Fathom.Transport.Server; using Fathom.Transport.Services; using "
        + "Fathom.Mediator.Messages;\n";

    private static readonly MetadataReference[] References =
    [
        .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(p => Path.GetFileName(p).StartsWith("System.", StringComparison.Ordinal) || Path.GetFileName(p) is "netstandard.dll")
            .Select(p => MetadataReference.CreateFromFile(p)),
        MetadataReference.CreateFromFile(typeof(ContractAttribute).Assembly.Location),
    ];

    private static readonly MetadataReference[] Transport =
    [
        MetadataReference.CreateFromFile(typeof(Channel).Assembly.Location),
            MetadataReference.CreateFromFile(typeof(Status).Assembly.Location),
        MetadataReference.CreateFromFile(typeof(IMediator).Assembly.Location),
    ];

    private GeneratorDriver _driver = CSharpGeneratorDriver.Create(
        [new ContractGenerator().AsSourceGenerator()],
        driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

    private Compilation _compilation = CSharpCompilation.Create(
        "Sample", references: References, options: new CSharpCompilationOptions(
            OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));

    public GeneratorRun(params string[] sources)
        : this(hasTransport: true, sources)
    {
    }

    /// <summary>A run in a project that references Fathom.Transport and Fathom.Mediator, or does not.</summary>
    public GeneratorRun(bool hasTransport, params string[] sources)
    {
        _compilation = _compilation.AddReferences(hasTransport ? Transport : [])
            .AddSyntaxTrees(sources.Select((s, i) => Parse(s, $"File{i}.cs")));
        Run();
    }

    private GeneratorRun(string assembly, SyntaxTree source)
    {
        _compilation = _compilation.WithAssemblyName(assembly).AddReferences(Transport).AddSyntaxTrees(source);
        Run();
    }

    private GeneratorRun(string library, string source)
    {
        var referenced = CSharpCompilation.Create(
            "Library", [Parse(library, "Library.cs")], [.. References, .. Transport],
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        _compilation = _compilation.AddReferences(Transport).AddReferences(referenced.ToMetadataReference())
            .AddSyntaxTrees(Parse(source, "File0.cs"));
        Run();
    }

    /// <summary>What the last run gave.</summary>
    public GeneratorRunResult Result { get; private set; }

    /// <summary>What the compiler says of the sources and the generated ones, from warnings on.</summary>
    public IReadOnlyList<string> CompilerProblems { get; private set; } = [];

    /// <summary>Diagnostics as `ID: the source they underline: message`.</summary>
    public IReadOnlyList<string> Diagnostics => [.. Result.Diagnostics.Select(
        d => $"{d.Id}: {Underlined(d.Location)}: {d.GetMessage(null)}")];

    /// <summary>A run in a project that references another, for which the generator does not run.</summary>
    public static GeneratorRun Beside(string library, string source) => new(library, source);

    /// <summary>A run in a project whose assembly has that name.</summary>
    public static GeneratorRun In(string assembly, string source) => new(assembly, Parse(source, "File0.cs"));

    /// <summary>Replaces a file and runs again, with the driver that has run before.</summary>
    public void Edit(int file, string source)
    {
        _compilation = _compilation.ReplaceSyntaxTree(_compilation.SyntaxTrees.ElementAt(file), Parse(source, $"File{file}.cs"));
        Run();
    }

    /// <summary>Why each output of a step is what it is.</summary>
    public IEnumerable<IncrementalStepRunReason> Reasons(string step) =>
        Result.TrackedSteps[step].SelectMany(s => s.Outputs).Select(o => o.Reason);

    /// <summary>Why each generated file is what it is.</summary>
    public IEnumerable<IncrementalStepRunReason> OutputReasons() =>
        Result.TrackedOutputSteps.SelectMany(s => s.Value).SelectMany(s => s.Outputs).Select(o => o.Reason);

    private void Run()
    {
        _driver = _driver.RunGeneratorsAndUpdateCompilation(_compilation, out var updated, out _);
        Result = _driver.GetRunResult().Results.Single();
        CompilerProblems = [.. updated.GetDiagnostics().Where(d => d.Severity >= DiagnosticSeverity.Warning).Select(d => d.ToString())];
    }

    private string Underlined(Location location) => location.GetLineSpan().Path is { Length: > 0 } path
        ? _compilation.SyntaxTrees.Single(t => t.FilePath == path).GetText().ToString(location.SourceSpan)
        : "";

    private static SyntaxTree Parse(string source, string path) =>
        CSharpSyntaxTree.ParseText(source, new CSharpParseOptions(LanguageVersion.Latest), path);
}
