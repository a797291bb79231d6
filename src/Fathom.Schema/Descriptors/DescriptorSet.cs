using Fathom.Schema.Faults;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Descriptors;

/// <summary>Services, messages and enums by name. Immutable; made by <see cref="DescriptorSetBuilder"/>.</summary>
public sealed class DescriptorSet
{
    private readonly Dictionary<string, IDescriptor> _symbols = new(StringComparer.Ordinal);
    private readonly ILookup<string, FieldDescriptor> _extensions;
    private readonly HashSet<string> _packages = new(StringComparer.Ordinal);

    internal DescriptorSet(IReadOnlyList<FileDescriptor> files, string source, IReadOnlyList<string>? faults = null,
        IReadOnlySet<string>? lost = null)
    {
        (Files, Source, Faults, Lost) = (files, source, faults ?? [], lost ?? new HashSet<string>());
        foreach (var file in files)
        {
            SymbolTable.Add(file, _symbols);
            for (var package = file.Package; package.Length > 0 && _packages.Add(package);)
            {
                package = package[..Math.Max(0, package.LastIndexOf('.'))];
            }
        }

        _extensions = _symbols.Values.OfType<FieldDescriptor>().Where(field => field.IsExtension)
            .ToLookup(field => field.ExtendeeType.FullName, StringComparer.Ordinal);
        Services = [.. files.SelectMany(f => f.Services).DistinctBy(s => s.FullName).OrderBy(s => s.FullName, StringComparer.Ordinal)];
    }

    /// <summary>Descriptors that need no .proto file: of <c>grpc.health.v1.Health</c>.</summary>
    public static DescriptorSet BuiltIn { get; } =
        new([WellKnownFiles.Find("grpc/health/v1/health.proto")!], "the descriptors that Fathom has");

    /// <summary>The files, each after those it imports.</summary>
    public IReadOnlyList<FileDescriptor> Files { get; }

    /// <summary>The services, sorted by name.</summary>
    public IReadOnlyList<ServiceDescriptor> Services { get; }

    /// <summary>Where the descriptors come from, for messages: <c>the protoset 'shop.bin'</c>.</summary>
    public string Source { get; }

    /// <summary>What the source has and cannot be used, and why. Sentences; empty for most.</summary>
    public IReadOnlyList<string> Faults { get; }

    /// <summary>The full names of fields, extensions and methods that the faults leave out.</summary>
    internal IReadOnlySet<string> Lost { get; }

    /// <summary>These descriptors and more, which count where these have no such name.</summary>
    public DescriptorSet With(DescriptorSet more)
    {
        ArgumentNullException.ThrowIfNull(more);
        return new DescriptorSet([.. Files, .. more.Files], Source, Faults, Lost);
    }

    /// <summary>A service, method, message, field, enum or enum value by its full name; null for an unknown name. The method's name may
    /// follow its service after a slash.</summary>
    public IDescriptor? Find(string symbol)
    {
        ArgumentNullException.ThrowIfNull(symbol);
        return _symbols.GetValueOrDefault(symbol.TrimStart('.', '/').Replace('/', '.'));
    }

    /// <summary>A message by its full name, those of protobuf itself and of google.rpc included; null for an unknown name.</summary>
    public MessageDescriptor? FindMessage(string fullName) =>
        (Find(fullName) ?? WellKnownFiles.FindSymbol(fullName)) as MessageDescriptor;

    /// <summary>Whether a full name is one of a package, message, enum or service, in which others are declared.</summary>
    internal bool IsScope(string name) =>
        _packages.Contains(name) || _symbols.GetValueOrDefault(name) is MessageDescriptor or EnumDescriptor or ServiceDescriptor;

    /// <summary>The extensions of a message in these files, whichever of them declares one.</summary>
    public IEnumerable<FieldDescriptor> ExtensionsOf(MessageDescriptor message)
    {
        ArgumentNullException.ThrowIfNull(message);
        return _extensions[message.FullName];
    }

    /// <summary>A symbol by its full name, or a file by its own: <c>shop/v1/shop.proto</c>.</summary>
    /// <exception cref="SchemaException">The name is unknown; the message has the nearest one.</exception>
    public IDescriptor Get(string symbol) =>
        Find(symbol) ?? Files.FirstOrDefault(file => file.Name == symbol) ?? throw SchemaException.Input(
        $"'{Shown.Short(symbol)}' is not in {Source}{HintOf(symbol)} (services: {Names(Services)})");

    /// <summary><c>; did you mean 'shop.Shop/Buy'?</c>, or nothing where no symbol and no file has a name near to it.</summary>
    internal string HintOf(string symbol) => NearestName.Of(symbol.Replace('/', '.'), _symbols.Keys) is { } near
        ? $"; did you mean '{(_symbols[near] is MethodDescriptor method ? $"{method.Service.FullName}/{method.Name}" : near)}'?"
        : NearestName.Hint(symbol, Files.Select(file => file.Name));

    /// <summary>A service by its full name.</summary>
    /// <exception cref="SchemaException">The name is unknown; the message has the nearest one.</exception>
    public ServiceDescriptor GetService(string name) => Find(name) as ServiceDescriptor ?? throw SchemaException.Input(
        $"'{Shown.Short(name)}' is not a service of {Source}{NearestName.Hint(name, Services.Select(s => s.FullName))} "
        + $"(services: {Names(Services)})");

    /// <summary>A method: <c>pkg.Service/Method</c>, with a leading slash as in a path, or with a dot before the method.</summary>
    /// <exception cref="SchemaException">The name is unknown; the message has the nearest one.</exception>
    public MethodSchema GetMethod(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        if ((Find(path) ?? WellKnownFiles.FindSymbol(path.TrimStart('/').Replace('/', '.'))) is MethodDescriptor found)
        {
            return MethodSchema.Of(found);
        }

        if (Find(path) is ServiceDescriptor named)
        {
            throw SchemaException.Input($"'{Shown.Short(path)}' is a service; accepted: one of its methods, such as "
                + $"{named.FullName}/{named.Methods.FirstOrDefault()?.Name ?? "METHOD"} (methods: "
                + $"{Shown.List([.. named.Methods.Select(m => m.Name)])})");
        }

        var (service, method) = Split(path);
        if (method.Length == 0)
        {
            throw SchemaException.Input($"'{Shown.Short(path)}' is not a method; accepted: pkg.Service/Method{HintOf(path)} (services "
                + $"of {Source}: {Names(Services)})");
        }

        var methods = GetService(service).Methods.Select(m => m.Name).ToList();
        throw SchemaException.Input($"'{Shown.Short(method)}' is not a method of {service}{NearestName.Hint(method, methods)} "
            + $"(methods: {Shown.List(methods)})");
    }

    /// <summary>The service and the method in a name; the method is empty where there is none.</summary>
    public static (string Service, string Method) Split(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        var name = path.TrimStart('/');
        var at = name.LastIndexOf('/') is >= 0 and var slash ? slash : name.LastIndexOf('.');
        return at < 0 ? (name, "") : (name[..at], name[(at + 1)..]);
    }

    private static string Names(IEnumerable<IDescriptor> all) => Shown.List([.. all.Select(s => s.FullName)]);
}
